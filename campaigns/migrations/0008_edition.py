from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0007_as_written")]

    operations = [
        migrations.AddField(
            model_name="command",
            name="edition",
            field=models.CharField(blank=True, default="", editable=False, max_length=60),
        )
    ]
