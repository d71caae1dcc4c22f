package io.freightsdk.server.pages;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInside;
import io.freightsdk.server.admin.ControlJson;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.LoadChanges;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Texts;
import io.freightsdk.server.web.console.ConsolePage;
import io.freightsdk.server.web.live.EventStreams;
import io.freightsdk.server.web.live.RegionUpdate;
import io.freightsdk.server.web.map.FleetMap;
import io.freightsdk.server.web.track.TrackPage;
import io.freightsdk.server.web.track.TrackView;
import io.freightsdk.server.web.track.Wording;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The console page, its map, and the stream of changes that keeps it current. */
final class Console {
  private static final int MOST_LOADS = 60;

  private final ServerInside inside;
  private final InMemoryFreightServer server;
  private final FreightService service;
  private final EventStreams streams;

  Console(ServerInside inside) {
    this.inside = inside;
    this.server = inside.server();
    this.service = inside.service();
    this.streams = new EventStreams(() -> server.clock().now());
  }

  List<Endpoint> routes() {
    return List.of(
        Endpoint.unrecorded("GET", "/__admin/", this::page),
        Endpoint.unrecorded("GET", "/__admin/map", this::map),
        Endpoint.unrecorded("GET", "/__admin/events", this::events));
  }

  Response page(Call call) {
    List<String> operations =
        Stream.of(Operation.values())
            .filter(operation -> operation != Operation.OTHER)
            .map(Operation::id)
            .toList();
    List<String> kinds = Stream.of(Fault.Kind.values()).map(Enum::name).toList();
    return PageRoutes.page(ConsolePage.of(operations, kinds));
  }

  /** The newest loads drawn as one SVG group; the whole picture when {@code frame} is another. */
  Response map(Call call) {
    List<FleetMap.FleetLoad> fleet = fleet();
    boolean whole =
        call.query("frame") != null && !FleetMap.frame(fleet).equals(call.query("frame"));
    Html map = whole ? FleetMap.picture(ConsolePage.MAP, fleet) : FleetMap.update(fleet);
    return Response.of(200, "image/svg+xml", map.markup().getBytes(StandardCharsets.UTF_8));
  }

  private List<FleetMap.FleetLoad> fleet() {
    Instant now = server.clock().now();
    List<FleetMap.FleetLoad> fleet = new ArrayList<>();
    for (TrackedLoad load : service.loads().newest(0, MOST_LOADS)) {
      TrackView view = PageViews.track(load, now);
      String name = view.loadNumber() + ", " + Wording.badge(view.status());
      String link = "#view=loads&load=" + view.loadNumber();
      String tone = Wording.tone(view.status());
      fleet.add(new FleetMap.FleetLoad(name, link, tone, TrackPage.mapView(view)));
    }
    return fleet;
  }

  Response events(Call call) {
    EventStreams.Stream stream = streams.open(call.client(), List.of(changes()));
    if (stream == null)
      return JsonText.response(503, JsonText.object("error", "Too many open consoles"));
    return Response.events(stream::writeTo).withPackedEvents(call.header("Accept-Encoding"));
  }

  EventStreams.Topic changes() {
    return new EventStreams.Topic("console", "", new Changes());
  }

  /** Finds what has changed since the last look. Confined to its stream. */
  private final class Changes implements EventStreams.Source {
    private static final int MOST_CHANGED = 50;
    private static final Duration JUMP = Duration.ofSeconds(2);

    private @Nullable LoadChanges loads;
    private long seen;
    private int size;
    private int rest;
    private int number;

    /** Null at the first look, and when too many changed to name them. */
    private @Nullable List<TrackedLoad> changed;

    /** Those of them that were created, the newest first. */
    private List<TrackedLoad> created = List.of();

    private @Nullable Instant lastNow;
    private long lastNanos;

    @Override
    public boolean hasChanged() {
      inside.clock().settle();
      boolean jumped = hasJumped();
      boolean loadsDiffer = lookAtLoads();
      int others =
          Objects.hash(
              server.journal().total(), inside.clock().scale(), inside.sms().size(), listed());
      boolean differs = jumped || loadsDiffer || others != rest || number == 0;
      rest = others;
      if (differs) number++;
      return differs;
    }

    /** The work does not grow with the number of loads. */
    private boolean lookAtLoads() {
      LoadChanges now = service.loads().changes();
      long count = now.count();
      boolean isSameState = now.equals(loads);
      boolean differs = !isSameState || count != seen;
      int before = size;
      size = service.loads().size();
      changed = isSameState ? now.between(seen, count) : null;
      if (changed != null && changed.size() > MOST_CHANGED) changed = null;
      created = changed == null ? List.of() : service.loads().newest(0, size - before);
      loads = now;
      seen = count;
      return differs;
    }

    /** What rows of brokers and faults say beside how many there are. */
    private int listed() {
      int hash = 0;
      for (Broker broker : server.brokers()) {
        hash += Objects.hash(broker.brokerId(), broker.balanceUsd());
      }
      for (FaultPlan.FaultRule rule : inside.faults().planned())
        hash += Objects.hash(rule.id(), rule.when());
      return hash;
    }

    /** Whether the clock was moved; that it runs is no change. */
    private boolean hasJumped() {
      Instant now = server.clock().now();
      long nanos = System.nanoTime();
      Instant before = lastNow;
      double elapsed = (nanos - lastNanos) * inside.clock().scale();
      lastNow = now;
      lastNanos = nanos;
      if (before == null) return true;
      Instant expected = before.plusNanos((long) elapsed);
      Duration off = Duration.between(expected, now).abs();
      return off.compareTo(JUMP.plusNanos((long) (elapsed / 2))) > 0;
    }

    @Override
    public RegionUpdate update() {
      List<TrackedLoad> some = changed;
      List<Map<String, @Nullable Object>> rows = new ArrayList<>();
      for (TrackedLoad load : some == null ? List.<TrackedLoad>of() : some) {
        rows.add(ControlJson.load(inside.view(load)));
      }
      Map<String, @Nullable Object> tree =
          JsonText.object(
              "now", server.clock().now(),
              "pace", inside.clock().scale(),
              "loads", size,
              "changed", rows,
              "created", created.stream().map(load -> load.ids().loadNumber()).toList(),
              "many", some == null,
              "rest", listed(),
              "requests", server.journal().total(),
              "faults", inside.faults().planned().size(),
              "brokers", server.brokers().size(),
              "messages", inside.sms().size());
      String json = new String(JsonText.write(tree), StandardCharsets.UTF_8);
      return new RegionUpdate(Integer.toHexString(number), json);
    }
  }
}
