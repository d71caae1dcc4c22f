package io.freightsdk.server.admin;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Driver;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.Load;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.Input;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.PingJson;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.service.TrackedLoad.LoadIds;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import io.freightsdk.server.view.FixExplanation;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows loads, moves their trucks, and changes how they end. */
final class LoadControl {
  private final ServerInside inside;
  private final InMemoryFreightServer server;
  private final FreightService service;

  LoadControl(ServerInside inside) {
    this.inside = inside;
    this.server = inside.server();
    this.service = inside.service();
  }

  /** The load in the path; 404 when there is none. */
  Load load(Call call) {
    String loadNumber = call.parameter("loadNumber");
    if (service.load(loadNumber) == null) throw new RefusedException(new Refusal.LoadNotFound());
    return server.load(loadNumber);
  }

  Response view(Call call) {
    return JsonText.response(200, ControlJson.load(load(call).view()));
  }

  /** The loads created last, the newest first; with filters the last ones that match. */
  Response list(Call call) {
    inside.clock().settle();
    LoadFilter filter = new LoadFilter(call);
    int offset = Input.offset(call);
    int limit = Input.limit(call);
    List<TrackedLoad> page = new ArrayList<>();
    int matching = 0;
    if (filter.isEmpty()) {
      page = service.loads().newest(offset, limit);
      matching = service.loads().size();
    } else {
      for (TrackedLoad load : service.loads().newestFirst()) {
        boolean isShown = filter.matches(load) && matching++ >= offset && page.size() < limit;
        if (isShown) page.add(load);
      }
    }
    return JsonText.response(
        200,
        JsonText.object(
            "matching",
            matching,
            "loads",
            page.stream().map(inside.views()).map(ControlJson::load).toList()));
  }

  /**
   * Selects loads without making a view of each.
   *
   * @param phoneEnd the last digits of a phone number, if {@code text} can be meant so
   */
  private record LoadFilter(
      @Nullable String text,
      @Nullable String phoneEnd,
      @Nullable String status,
      @Nullable String brokerId) {
    private static final Pattern PHONE = Pattern.compile("[+0-9 ().-]+");

    private static final List<String> STATUSES =
        Stream.of(Status.values()).map(Status::name).toList();

    /** Fewer digits would find a load by chance. */
    private static final int FEWEST_DIGITS = 4;

    LoadFilter(Call call) {
      this(
          Input.search(call, "q"),
          phoneEnd(Input.search(call, "q")),
          Input.oneOf(call, "status", STATUSES),
          Input.search(call, "brokerId"));
    }

    private static @Nullable String phoneEnd(@Nullable String text) {
      if (text == null || !PHONE.matcher(text).matches()) return null;
      String digits = text.replaceAll("[^0-9]", "");
      return digits.length() < FEWEST_DIGITS ? null : digits;
    }

    boolean isEmpty() {
      return text == null && status == null && brokerId == null;
    }

    boolean matches(TrackedLoad load) {
      boolean brokerFits = brokerId == null || load.ids().brokerId().equalsIgnoreCase(brokerId);
      return brokerFits && load.withTrip(trip -> fits(load, trip.progress()));
    }

    private boolean fits(TrackedLoad load, Progress progress) {
      if (status != null && !progress.status().name().equals(status)) return false;
      LoadIds ids = load.ids();
      return text == null
          || (phoneEnd != null && load.driverPhone().endsWith(phoneEnd))
          || Input.anyContains(text, ids.loadNumber(), load.customerRef())
          // In whole: four digits are part of many identifiers.
          || text.equalsIgnoreCase(ids.loadId().toString())
          || text.equalsIgnoreCase(ids.brokerId())
          || progress.plan().stops().stream()
              .map(PlannedStop::address)
              .anyMatch(at -> Input.anyContains(text, at.city() + ", " + at.state()));
    }
  }

  /** What each fix did; with {@code after} only those that are later than this instant. */
  Response explain(Call call) {
    Load load = load(call);
    String after = call.query("after");
    Instant since = after == null ? Instant.MIN : Input.instant(after, "after");
    List<FixExplanation> all = load.explain();
    List<FixExplanation> later = all.stream().filter(f -> f.fix().time().isAfter(since)).toList();
    return JsonText.response(
        200,
        JsonText.object(
            "loadNumber", load.loadNumber(),
            "status", load.view().status(),
            "explained", all.size(),
            "fixes", ControlJson.all(later, ControlJson::explained)));
  }

  Response cancel(Call call) {
    return JsonText.response(200, ControlJson.load(load(call).cancel().view()));
  }

  Response deliver(Call call) {
    return JsonText.response(200, ControlJson.load(load(call).deliver().view()));
  }

  Response awaitBol(Call call) throws IOException {
    Load load = load(call);
    Input input = Input.of(call, "enabled");
    boolean enabled = input.required("enabled", input.flag("enabled"));
    return JsonText.response(200, ControlJson.load(load.awaitBol(enabled).view()));
  }

  Response fenceRadius(Call call) throws IOException {
    Load load = load(call);
    int sequence = stopSequence(call, load);
    Input input = Input.of(call, "radiusMeters");
    double meters = input.required("radiusMeters", input.number("radiusMeters"));
    return JsonText.response(200, ControlJson.load(load.fenceRadius(sequence, meters).view()));
  }

  /** The stop in the path; 404 when the load has none of this sequence. */
  private static int stopSequence(Call call, Load load) {
    String asked = call.parameter("sequence");
    for (LoadView.Stop stop : load.view().stops()) {
      if (asked.equals(Integer.toString(stop.sequence()))) return stop.sequence();
    }
    throw new RefusedException(new Refusal.NotFound("No such stop"));
  }

  Response pings(Call call) throws IOException {
    String load = load(call).loadNumber();
    if (!(call.json(Input.MAX_UPLOAD_BYTES) instanceof List<?> pings)) {
      throw Input.refused("the body must be a list of pings");
    }
    // All are read before the first is taken: of a body that is refused, nothing is done.
    List<Optional<RawPing>> read = new ArrayList<>();
    for (Object ping : pings) {
      read.add(
          ping instanceof Map<?, ?> body
              ? Optional.of(PingJson.readStrictly(body))
              : Optional.empty());
    }
    return JsonText.response(200, ControlJson.outcomes(inside.pings().add(load, read)));
  }

  /** Drives until a status, {@code DELIVERED} by default, or to the stop with a given sequence. */
  Response drive(Call call) throws IOException {
    String loadNumber = load(call).loadNumber();
    Input input = Input.of(call, "until", "speedMph", "every");
    Driver driver = server.driver(loadNumber);
    Double speedMph = input.number("speedMph");
    Duration every = input.duration("every");
    if (speedMph != null) driver.speedMph(speedMph);
    if (every != null) driver.every(every);
    if (input.raw("until") instanceof BigDecimal) {
      driver.driveUntil(input.required("until", input.integer("until")));
    } else {
      String until = input.text("until");
      String status = until == null ? "DELIVERED" : until.toUpperCase(Locale.ROOT);
      driver.driveUntil(LoadStatus.of(status));
    }
    return JsonText.response(200, ControlJson.load(server.load(loadNumber).view()));
  }
}
