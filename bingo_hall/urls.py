from django.urls import include, path

urlpatterns = [path("", include("screens.urls"))]
handler403 = "screens.views.errors.forbidden"
handler404 = "screens.views.errors.not_found"
handler500 = "screens.views.errors.failure"
