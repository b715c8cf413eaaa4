import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0007_as_written"), ("encounters", "0005_as_written")]

    operations = [
        migrations.CreateModel(
            name="Backdrop",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("picture", models.BinaryField()),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="backdrops", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("campaign", "digest"), name="one_backdrop_per_digest")]
            },
        )
    ]
