import django.db.models.deletion
from django.db import migrations, models

import campaigns.journal.json_field
import campaigns.models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0007_as_written"), ("encounters", "0006_backdrop")]

    operations = [
        migrations.RemoveConstraint(model_name="backdrop", name="one_backdrop_per_digest"),
        migrations.RenameModel("Backdrop", "ShownPicture"),
        migrations.AlterField(
            model_name="shownpicture",
            name="campaign",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="shown_pictures", to="campaigns.campaign"
            ),
        ),
        migrations.AddConstraint(
            model_name="shownpicture",
            constraint=models.UniqueConstraint(fields=("campaign", "digest"), name="one_shown_picture_per_digest"),
        ),
        migrations.CreateModel(
            name="Handout",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(default=campaigns.models.new_token, editable=False, max_length=32, unique=True),
                ),
                ("name", models.CharField(max_length=200)),
                ("data", campaigns.journal.json_field.PlainField(default=dict)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="handouts", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
    ]
