from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("encounters", "0003_branch")]

    operations = [migrations.AddField(model_name="branch", name="marks", field=models.JSONField(default=list))]
