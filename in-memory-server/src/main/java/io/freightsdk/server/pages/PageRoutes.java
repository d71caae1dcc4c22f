package io.freightsdk.server.pages;

import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.service.Tracking;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.web.ErrorPage;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.driver.DriverPage;
import io.freightsdk.server.web.track.TrackPage;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The pages behind the links of a load. */
public final class PageRoutes {
  private final Tracking tracking;
  private final VirtualClock clock;

  public PageRoutes(Tracking tracking, VirtualClock clock) {
    this.tracking = tracking;
    this.clock = clock;
  }

  public List<Endpoint> routes() {
    return List.of(
        Endpoint.unrecorded("GET", "/track/{trackingToken}", this::track),
        Endpoint.unrecorded("GET", "/driver/{driverToken}", this::driver));
  }

  /** A page with its headers. */
  public static Response page(Page page) {
    byte[] html = page.html().getBytes(StandardCharsets.UTF_8);
    return Response.of(page.status(), "text/html; charset=utf-8", html).withHeaders(page.headers());
  }

  private Response track(Call call) {
    try {
      TrackedLoad load = tracking.view(call.parameter("trackingToken")).load();
      return page(TrackPage.of(PageViews.track(load, clock.now())));
    } catch (RefusedException refused) {
      return refused(refused.refusal());
    }
  }

  /** A page that reads itself again joins the driver: previews of a link run no script. */
  private Response driver(Call call) {
    try {
      TrackedLoad load = tracking.driven(call.parameter("driverToken"));
      if (call.query("open") != null) load.joinDriver();
      return page(DriverPage.of(PageViews.driver(load, clock)));
    } catch (RefusedException refused) {
      boolean isExpired = refused.refusal() instanceof Refusal.TrackingExpired;
      return page(isExpired ? ErrorPage.expiredDriverLink() : ErrorPage.unknownLink());
    }
  }

  private static Response refused(Refusal refusal) {
    boolean isExpired = refusal instanceof Refusal.TrackingExpired;
    return page(isExpired ? ErrorPage.expiredLink() : ErrorPage.unknownLink());
  }
}
