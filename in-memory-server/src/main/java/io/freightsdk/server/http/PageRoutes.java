package io.freightsdk.server.http;

import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.service.Load;
import io.freightsdk.server.service.Tracking;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.web.ErrorPage;
import io.freightsdk.server.web.driver.DriverPage;
import io.freightsdk.server.web.live.EventStreams;
import io.freightsdk.server.web.live.RegionUpdate;
import io.freightsdk.server.web.track.TrackPage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The pages behind the links of a load, and the event streams that keep them current. */
final class PageRoutes implements AutoCloseable {
  private final Tracking tracking;
  private final VirtualClock clock;
  private final boolean simulated;
  private final EventStreams streams = new EventStreams();
  private final Rendered trackPages = new Rendered();
  private final Rendered driverPages = new Rendered();

  /** Pages; those of drivers offer a simulated drive when {@code simulated}. */
  PageRoutes(Tracking tracking, VirtualClock clock, boolean simulated) {
    this.tracking = tracking;
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
      Load load = open(call).load();
      return Answer.page(TrackPage.of(PageViews.track(load, clock.now())));
    } catch (RefusedException refused) {
      return refused(refused.refusal());
    }
  }

  private Answer trackEvents(Call call) throws IOException {
    open(call);
    String token = call.parameter("trackingToken");
    return stream(
        call, new Source(() -> state(tracking.view(token).load()), this::trackUpdate, trackPages));
  }

  private Tracking.PublicView open(Call call) {
    return tracking.view(call.parameter("trackingToken"), call.client());
  }

  private RegionUpdate trackUpdate(State shown) {
    return TrackPage.update(PageViews.track(shown.load, clock.now()));
  }

  private Answer driver(Call call) {
    Load load = tracking.join(call.parameter("driverToken"));
    if (load == null) return refused(new Refusal.LoadNotFound());
    return Answer.page(DriverPage.of(PageViews.driver(load, clock.now(), simulated)));
  }

  private Answer driverEvents(Call call) throws IOException {
    String token = call.parameter("driverToken");
    if (tracking.join(token) == null) throw new RefusedException(new Refusal.LoadNotFound());
    return stream(
        call, new Source(() -> state(tracking.join(token)), this::driverUpdate, driverPages));
  }

  private RegionUpdate driverUpdate(State shown) {
    return DriverPage.update(PageViews.driver(shown.load, clock.now(), simulated));
  }

  private Answer stream(Call call, Source source) throws IOException {
    String resumed = call.header("Last-Event-ID");
    String shown = resumed == null ? call.query("v") : resumed;
    EventStreams.Stream stream = streams.open(shown == null ? "" : shown, source);
    if (stream == null) return ErrorTable.plain(503, "Too many open pages");
    return Answer.streaming("text/event-stream; charset=utf-8", stream::writeTo)
        .withHeader("X-Accel-Buffering", "no");
  }

  /** What a page is made of: equal states give equal pages. */
  private record State(Load load, Progress progress, int fixes, long halfMinutes) {}

  private @Nullable State state(@Nullable Load load) {
    if (load == null) return null;
    long halfMinutes = clock.now().getEpochSecond() / 30;
    return load.withTrip(
        trip -> new State(load, trip.progress(), trip.track().size(), halfMinutes));
  }

  /** The pages rendered last: many streams show one load. Safe for several threads. */
  private static final class Rendered {
    private static final int KEPT = 64;

    /** Guarded by itself, the least recently made first. */
    private final Map<State, RegionUpdate> updates = new LinkedHashMap<>();

    RegionUpdate of(State state, Function<State, RegionUpdate> page) {
      synchronized (updates) {
        RegionUpdate known = updates.get(state);
        if (known != null) return known;
      }
      RegionUpdate made = page.apply(state);
      synchronized (updates) {
        updates.put(state, made);
        if (updates.size() > KEPT) updates.remove(updates.keySet().iterator().next());
      }
      return made;
    }
  }

  /** Looked up each time: the server may have been reset or restored meanwhile. */
  private final class Source implements EventStreams.Source {
    private final Supplier<@Nullable State> now;
    private final Function<State, RegionUpdate> page;
    private final Rendered rendered;
    private @Nullable State seen;

    Source(Supplier<@Nullable State> now, Function<State, RegionUpdate> page, Rendered rendered) {
      this.now = now;
      this.page = page;
      this.rendered = rendered;
    }

    @Override
    public boolean hasChanged() {
      clock.settle();
      State before = seen;
      try {
        seen = now.get();
      } catch (RefusedException noLongerThere) {
        seen = null;
      }
      return seen == null || !seen.equals(before);
    }

    @Override
    public @Nullable RegionUpdate update() {
      State current = seen;
      return current == null ? null : rendered.of(current, page);
    }
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
