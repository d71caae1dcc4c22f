package io.freightsdk.server.pages;

import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.ErrorTable;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.service.Tracking;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.web.Asset;
import io.freightsdk.server.web.ErrorPage;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.driver.DriverPage;
import io.freightsdk.server.web.live.EventStreams;
import io.freightsdk.server.web.live.RegionUpdate;
import io.freightsdk.server.web.track.TrackPage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The pages behind the links of a load, and the event streams that keep them current. */
public final class PageRoutes {
  private static final int MOST_TOPICS = 30;
  private static final Pattern TOPIC =
      Pattern.compile("(track|driver)/([A-Za-z0-9_]{1,80})!([0-9a-f]{0,16})");

  private final Tracking tracking;
  private final VirtualClock clock;
  private final EventStreams streams;
  private final Rendered trackPages = new Rendered();
  private final Rendered driverPages = new Rendered();

  public PageRoutes(Tracking tracking, VirtualClock clock) {
    this.tracking = tracking;
    this.clock = clock;
    this.streams = new EventStreams(clock::now);
  }

  public List<Endpoint> routes() {
    List<Endpoint> routes = new ArrayList<>();
    routes.add(Endpoint.unrecorded("GET", "/track/{trackingToken}", this::track));
    routes.add(Endpoint.unrecorded("GET", "/track/{trackingToken}/events", this::trackEvents));
    routes.add(Endpoint.unrecorded("GET", "/driver/{driverToken}", this::driver));
    routes.add(Endpoint.unrecorded("GET", "/driver/{driverToken}/events", this::driverEvents));
    routes.add(Endpoint.unrecorded("GET", "/live", this::live));
    routes.add(Endpoint.unrecorded("GET", "/live.js", call -> worker()));
    return routes;
  }

  /** A page with its headers. */
  public static Response page(Page page) {
    byte[] html = page.html().getBytes(StandardCharsets.UTF_8);
    return Response.of(page.status(), "text/html; charset=utf-8", html).withHeaders(page.headers());
  }

  private Response track(Call call) {
    try {
      TrackedLoad load = open(call).load();
      return page(TrackPage.of(PageViews.track(load, clock.now())));
    } catch (RefusedException refused) {
      return refused(refused.refusal());
    }
  }

  private Response trackEvents(Call call) {
    open(call);
    String token = call.parameter("trackingToken");
    return stream(call, List.of(trackTopic(token, "track", shown(call))));
  }

  private Tracking.PublicView open(Call call) {
    return tracking.view(call.parameter("trackingToken"), call.client());
  }

  private Response driver(Call call) {
    try {
      TrackedLoad load = tracking.driven(call.parameter("driverToken"));
      return page(DriverPage.of(PageViews.driver(load, clock)));
    } catch (RefusedException refused) {
      boolean isExpired = refused.refusal() instanceof Refusal.TrackingExpired;
      return page(isExpired ? ErrorPage.expiredDriverLink() : ErrorPage.unknownLink());
    }
  }

  private Response driverEvents(Call call) {
    String token = call.parameter("driverToken");
    tracking.driven(token);
    return stream(call, List.of(driverTopic(token, "driver", shown(call))));
  }

  /**
   * One stream for all pages of a browser: {@code on=track/trk_1!version,driver/drv_2!version}.
   */
  private Response live(Call call) {
    String on = call.query("on");
    List<EventStreams.Topic> topics = new ArrayList<>();
    for (String page : on == null ? new String[0] : on.split(",", MOST_TOPICS + 1)) {
      Matcher name = TOPIC.matcher(page);
      if (!name.matches()) return notFollowed();
      String topic = page.substring(0, page.indexOf('!'));
      boolean isDriver = name.group(1).equals("driver");
      // Each page of a stream is a look at its link; what the stream tells later is not.
      if (!isDriver) tracking.count(call.client());
      topics.add(
          isDriver
              ? driverTopic(name.group(2), topic, name.group(3))
              : trackTopic(name.group(2), topic, name.group(3)));
    }
    return topics.isEmpty() ? notFollowed() : stream(call, topics);
  }

  private static Response notFollowed() {
    return ErrorTable.plain(400, "The query parameter on must list the pages to follow");
  }

  private EventStreams.Topic trackTopic(String token, String name, String shown) {
    Source source =
        new Source(
            () -> state(tracking.view(token).load()),
            state -> TrackPage.update(PageViews.track(state.load, clock.now())),
            trackPages);
    return new EventStreams.Topic(name, shown, source);
  }

  /** Opening a stream joins the driver, because only the script of a page in view opens one. */
  private EventStreams.Topic driverTopic(String token, String name, String shown) {
    Source source =
        new Source(
            () -> {
              TrackedLoad load = tracking.driven(token);
              load.joinDriver();
              return state(load);
            },
            state -> DriverPage.update(PageViews.driver(state.load, clock)),
            driverPages);
    return new EventStreams.Topic(name, shown, source);
  }

  private static String shown(Call call) {
    String resumed = call.header("Last-Event-ID");
    if (resumed != null) return resumed.substring(resumed.indexOf('!') + 1);
    String version = call.query("v");
    return version == null ? "" : version;
  }

  private Response stream(Call call, List<EventStreams.Topic> topics) {
    EventStreams.Stream stream = streams.open(call.client(), topics);
    if (stream == null) {
      return ErrorTable.plain(503, "Too many open pages").withHeader("Retry-After", "30");
    }
    return Response.events(stream::writeTo).withHeader("X-Accel-Buffering", "no");
  }

  /** The script with a browser's only stream; its policy lets it call the server. */
  private static Response worker() {
    return Response.of(200, "text/javascript; charset=utf-8", Asset.bytes("live/worker.js"))
        .withHeader("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
  }

  /** The state that a page shows: equal states give equal pages. */
  private record State(TrackedLoad load, Progress progress, int fixes, long halfMinutes) {}

  private State state(TrackedLoad load) {
    long halfMinutes = clock.now().getEpochSecond() / 30;
    return load.withTrip(
        trip -> new State(load, trip.progress(), trip.track().size(), halfMinutes));
  }

  /**
   * Keeps the pages rendered last, because many streams may show one load. Safe for several
   * threads.
   */
  private static final class Rendered {
    private static final int KEPT = 64;

    /** Guarded by itself, the oldest first. */
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

  /** Looks the load up each time, because the server may have been reset or restored. */
  private final class Source implements EventStreams.Source {
    private final Supplier<State> now;
    private final Function<State, RegionUpdate> page;
    private final Rendered rendered;
    private @Nullable State seen;

    Source(Supplier<State> now, Function<State, RegionUpdate> page, Rendered rendered) {
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

  private static Response refused(Refusal refusal) {
    if (refusal instanceof Refusal.TooManyRequests limited) {
      long seconds = limited.retryAfterSeconds();
      return page(ErrorPage.tooManyRequests(seconds))
          .withHeader("Retry-After", Long.toString(seconds));
    }
    boolean isExpired = refusal instanceof Refusal.TrackingExpired;
    return page(isExpired ? ErrorPage.expiredLink() : ErrorPage.unknownLink());
  }
}
