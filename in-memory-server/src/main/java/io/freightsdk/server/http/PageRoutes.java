package io.freightsdk.server.http;

import io.freightsdk.server.service.Refusal;
import io.freightsdk.server.service.RefusedException;
import io.freightsdk.server.service.Tracking;
import io.freightsdk.server.service.load.Load;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.web.ErrorPage;
import io.freightsdk.server.web.driver.DriverPage;
import io.freightsdk.server.web.live.EventStreams;
import io.freightsdk.server.web.live.RegionUpdate;
import io.freightsdk.server.web.track.TrackPage;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The pages behind the links of a load, and the event streams that keep them current. */
final class PageRoutes implements AutoCloseable {
  private final Tracking tracking;
  private final TrackingGate gate;
  private final VirtualClock clock;
  private final boolean simulated;
  private final EventStreams streams = new EventStreams();

  /** Pages; those of drivers offer a simulated drive when {@code simulated}. */
  PageRoutes(Tracking tracking, TrackingGate gate, VirtualClock clock, boolean simulated) {
    this.tracking = tracking;
    this.gate = gate;
    this.clock = clock;
    this.simulated = simulated;
  }

  List<Route> routes() {
    return List.of(
        Route.unrecorded("GET", "/track/{trackingToken}", this::track),
        Route.unrecorded("GET", "/track/{trackingToken}/events", this::trackEvents),
        Route.unrecorded("GET", "/driver/{driverToken}", this::driver),
        Route.unrecorded("GET", "/driver/{driverToken}/events", this::driverEvents));
  }

  /** Ends every stream. */
  @Override
  public void close() {
    streams.close();
  }

  private Answer track(Call call) {
    try {
      Load load = gate.open(call).load();
      return Answer.page(TrackPage.of(PageViews.track(load, clock.now())));
    } catch (RefusedException refused) {
      return refused(refused.refusal());
    }
  }

  private Answer trackEvents(Call call) throws IOException {
    gate.open(call);
    String token = call.parameter("trackingToken");
    return stream(call, () -> trackUpdate(token));
  }

  /** Looked up each time: the server may have been reset or restored meanwhile. */
  private @Nullable RegionUpdate trackUpdate(String token) {
    clock.settle();
    try {
      return TrackPage.update(PageViews.track(tracking.view(token).load(), clock.now()));
    } catch (RefusedException noLongerThere) {
      return null;
    }
  }

  private Answer driver(Call call) {
    Load load = tracking.join(call.parameter("driverToken"));
    if (load == null) return refused(new Refusal.LoadNotFound());
    return Answer.page(DriverPage.of(PageViews.driver(load, clock.now(), simulated)));
  }

  private Answer driverEvents(Call call) throws IOException {
    String token = call.parameter("driverToken");
    if (tracking.join(token) == null) throw new RefusedException(new Refusal.LoadNotFound());
    return stream(call, () -> driverUpdate(token));
  }

  private @Nullable RegionUpdate driverUpdate(String token) {
    clock.settle();
    Load load = tracking.join(token);
    return load == null ? null : DriverPage.update(PageViews.driver(load, clock.now(), simulated));
  }

  private Answer stream(Call call, Supplier<@Nullable RegionUpdate> source) throws IOException {
    String resumed = call.header("Last-Event-ID");
    String shown = resumed == null ? call.query("v") : resumed;
    boolean taken = streams.open(call.exchange(), shown == null ? "" : shown, source);
    return taken ? Answer.handedOver() : ErrorTable.plain(503, "Too many open pages");
  }

  private static Answer refused(Refusal refusal) {
    if (refusal instanceof Refusal.TooManyRequests limited) {
      String seconds = Long.toString(limited.retryAfterSeconds());
      return Answer.page(ErrorPage.tooManyRequests()).withHeader("Retry-After", seconds);
    }
    boolean expired = refusal instanceof Refusal.TrackingExpired;
    return Answer.page(expired ? ErrorPage.expiredLink() : ErrorPage.unknownLink());
  }
}
