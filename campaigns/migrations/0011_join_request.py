"""``Knock`` is called a join request, as in the rest of the project."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0010_audience")]

    operations = [
        migrations.RenameModel("Knock", "JoinRequest"),
        migrations.AlterField(
            "joinrequest",
            "invitation",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="join_requests", to="campaigns.invitation"
            ),
        ),
        migrations.AlterField(
            "joinrequest",
            "seat",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="join_request", to="campaigns.seat"
            ),
        ),
    ]
