package io.freightsdk.server.pages;

import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.JarResource;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.RequestContext;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.http.engine.Response.Delivery;
import io.freightsdk.server.service.LinkAccess;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import java.util.List;
import java.util.Map;

/** The three pages, their files, and the data of their scripts. */
public final class PageRoutes {
  /** The files of the pages and their content types. */
  private static final Map<String, String> ASSETS =
      Map.of(
          "pages.css", "text/css; charset=utf-8",
          "leaflet.css", "text/css; charset=utf-8",
          "leaflet.js", "text/javascript; charset=utf-8",
          "pages.js", "text/javascript; charset=utf-8",
          "track.js", "text/javascript; charset=utf-8",
          "driver.js", "text/javascript; charset=utf-8",
          "console.js", "text/javascript; charset=utf-8",
          "states.json", "application/json",
          "towns.json", "application/json");

  private static final String NO_DEVICE = "geolocation=(), camera=(), microphone=()";
  private static final String PHONE =
      "geolocation=(self), screen-wake-lock=(self), camera=(), microphone=()";

  private final LinkAccess linkAccess;
  private final VirtualClock clock;

  public PageRoutes(LinkAccess linkAccess, VirtualClock clock) {
    this.linkAccess = linkAccess;
    this.clock = clock;
  }

  /** The routes of the links of a load. */
  public List<Endpoint> links() {
    return List.of(
        Endpoint.unrecorded("GET", "/track/{trackingToken}", this::track),
        Endpoint.unrecorded("GET", "/track/{trackingToken}/load", this::trackedLoad),
        Endpoint.unrecorded("GET", "/driver/{driverToken}", this::driver),
        Endpoint.unrecorded("GET", "/driver/{driverToken}/load", this::drivenLoad),
        Endpoint.unrecorded("GET", "/assets/{name}", PageRoutes::asset));
  }

  /** The page before the test control, whose script calls it. */
  public static Endpoint console() {
    return Endpoint.unrecorded("GET", "/__admin/", context -> page(200, "console.html", NO_DEVICE));
  }

  private Response track(RequestContext context) {
    return linkPage(
        () -> linkAccess.loadForCustomer(context.parameter("trackingToken")),
        "track.html",
        NO_DEVICE);
  }

  private Response trackedLoad(RequestContext context) {
    StoredLoad load = linkAccess.loadForCustomer(context.parameter("trackingToken"));
    return JsonText.response(200, PageJson.track(load, clock.now()));
  }

  private Response driver(RequestContext context) {
    return linkPage(
        () -> linkAccess.loadForDriver(context.parameter("driverToken")), "driver.html", PHONE);
  }

  /** The page of a link, or the page that says why {@code access} is refused. */
  private static Response linkPage(Runnable access, String name, String devices) {
    try {
      access.run();
      return page(200, name, devices);
    } catch (RefusedException refused) {
      boolean isExpired = refused.status() == 410;
      return page(refused.status(), isExpired ? "expired.html" : "unknown.html", NO_DEVICE);
    }
  }

  /**
   * Joins the driver, because the page's script calls it: the preview of a messenger runs no
   * script.
   */
  private Response drivenLoad(RequestContext context) {
    StoredLoad load = linkAccess.loadForDriver(context.parameter("driverToken"));
    load.markDriverJoined();
    return JsonText.response(200, PageJson.driver(load, clock));
  }

  private static Response asset(RequestContext context) {
    String name = context.parameter("name");
    String type = ASSETS.get(name);
    if (type == null) throw RefusedException.notFound("Not found");
    return Response.of(200, type, file(name));
  }

  /** A page may use its own files and call its own server, and nothing else. */
  private static Response page(int status, String name, String devices) {
    Map<String, String> headers =
        Map.of(
            "Content-Type",
            "text/html; charset=utf-8",
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Permissions-Policy",
            devices,
            "Referrer-Policy",
            "no-referrer",
            "X-Robots-Tag",
            "noindex");
    return new Response(status, file(name), headers, Delivery.WHOLE);
  }

  private static byte[] file(String name) {
    return JarResource.bytes(PageRoutes.class.getResourceAsStream(name), name);
  }
}
