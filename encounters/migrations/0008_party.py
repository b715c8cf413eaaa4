import django.db.models.deletion
from django.db import migrations, models

import campaigns.journal.json_field
import campaigns.models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0007_as_written"), ("encounters", "0007_handouts")]

    operations = [
        migrations.CreateModel(
            name="PartyItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(default=campaigns.models.new_token, editable=False, max_length=32, unique=True),
                ),
                ("kind", models.CharField(max_length=20)),
                ("data", campaigns.journal.json_field.PlainField(default=dict)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="party_items", to="campaigns.campaign"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["campaign", "kind"], name="party_items_of_kind")]},
        )
    ]
