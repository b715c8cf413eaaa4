from django.db import migrations, models


class Migration(migrations.Migration):
    """An audience is always said. Only the state changes: rebuilding the whole journal would change nothing in it."""

    dependencies = [("campaigns", "0009_delivery")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterField("event", "audience", models.CharField(default=None, max_length=40))]
        )
    ]
