package io.freightsdk.server;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.PingJson;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import io.freightsdk.server.sim.Recording;
import io.freightsdk.server.view.FixExplanation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shows loads, moves their trucks, and changes how they end. */
final class LoadControl {
  private final InMemoryFreightServer server;
  private final FreightService service;

  LoadControl(InMemoryFreightServer server, FreightService service) {
    this.server = server;
    this.service = service;
  }

  /** The load in the path; 404 when there is none. */
  Load load(Call call) {
    String loadNumber = call.parameter("loadNumber");
    if (service.load(loadNumber) == null) throw new RefusedException(new Refusal.LoadNotFound());
    return server.load(loadNumber);
  }

  Answer view(Call call) {
    return Answer.json(200, ControlJson.load(load(call).view()));
  }

  /** The loads created last, the newest first; with filters the last ones that match. */
  Answer list(Call call) {
    String text = Input.search(call, "q");
    String status = Input.search(call, "status");
    String brokerId = Input.search(call, "brokerId");
    if (text == null && status == null && brokerId == null) return newest(call);
    List<LoadView> matching =
        server.loads(Integer.MAX_VALUE).stream()
            .filter(load -> status == null || load.status().toString().equalsIgnoreCase(status))
            .filter(load -> brokerId == null || load.brokerId().equalsIgnoreCase(brokerId))
            .filter(load -> text == null || contains(load, text))
            .toList();
    return page(call, matching, view -> view);
  }

  private Answer newest(Call call) {
    service.settle();
    return page(call, service.newestLoads(Integer.MAX_VALUE), LoadView::of);
  }

  /** Views are made only for the loads on the page. */
  private static <L> Answer page(Call call, List<L> matching, Function<L, LoadView> view) {
    List<LoadView> loads =
        matching.stream().skip(Input.offset(call)).limit(Input.limit(call)).map(view).toList();
    return Answer.json(
        200,
        JsonText.object(
            "matching", matching.size(), "loads", ControlJson.all(loads, ControlJson::load)));
  }

  private static boolean contains(LoadView load, String text) {
    if (Input.anyContains(text, load.loadNumber(), load.loadId(), load.brokerId())) return true;
    return load.stops().stream()
        .anyMatch(stop -> Input.anyContains(text, stop.city() + ", " + stop.state()));
  }

  /** What each fix did; with {@code after} only those that are later than this instant. */
  Answer explain(Call call) {
    Load load = load(call);
    String after = call.query("after");
    Instant since = after == null ? Instant.MIN : Input.instant(after, "after");
    List<FixExplanation> all = load.explain();
    List<FixExplanation> later = all.stream().filter(f -> f.fix().time().isAfter(since)).toList();
    return Answer.json(
        200,
        JsonText.object(
            "loadNumber", load.loadNumber(),
            "status", load.status(),
            "why", Why.of(load.view(), all),
            "explained", all.size(),
            "fixes", ControlJson.all(later, ControlJson::explained)));
  }

  Answer cancel(Call call) {
    return Answer.json(200, ControlJson.load(load(call).cancel().view()));
  }

  Answer deliver(Call call) {
    return Answer.json(200, ControlJson.load(load(call).deliver().view()));
  }

  Answer awaitBol(Call call) throws IOException {
    Load load = load(call);
    Input input = Input.of(call);
    boolean enabled = input.required("enabled", input.flag("enabled"));
    return Answer.json(200, ControlJson.load(load.awaitBol(enabled).view()));
  }

  Answer fenceRadius(Call call) throws IOException {
    Load load = load(call);
    int sequence = stopSequence(call, load);
    Input input = Input.of(call);
    double meters = input.required("radiusMeters", input.number("radiusMeters"));
    return Answer.json(200, ControlJson.load(load.fenceRadius(sequence, meters).view()));
  }

  /** The stop in the path; 404 when the load has none of this sequence. */
  private static int stopSequence(Call call, Load load) {
    String asked = call.parameter("sequence");
    for (LoadView.Stop stop : load.stops()) {
      if (asked.equals(Integer.toString(stop.sequence()))) return stop.sequence();
    }
    throw new RefusedException(new Refusal.NotFound("No such stop"));
  }

  Answer pings(Call call) throws IOException {
    String load = load(call).loadNumber();
    if (!(call.json() instanceof List<?> pings)) {
      throw Input.refused("the body must be a list of pings");
    }
    Function<Object, @Nullable RawPing> reader =
        ping -> ping instanceof Map<?, ?> body ? PingJson.read(body) : null;
    return Answer.json(200, ControlJson.outcomes(server.addPings(load, pings, reader)));
  }

  /** Drives until a status, {@code DELIVERED} by default, or to the stop with a given sequence. */
  Answer drive(Call call) throws IOException {
    String loadNumber = load(call).loadNumber();
    Input input = Input.of(call);
    Driver driver = server.driver(loadNumber).stopWhen(call.request()::isAbandoned);
    Double speedMph = input.number("speedMph");
    Duration every = input.duration("every");
    if (speedMph != null) driver.speedMph(speedMph);
    if (every != null) driver.every(every);
    if (input.raw("until") instanceof BigDecimal) {
      driver.driveOnToStop(input.required("until", input.integer("until")));
    } else {
      String until = input.text("until");
      String status = until == null ? "DELIVERED" : until.toUpperCase(Locale.ROOT);
      driver.driveUntil(LoadStatus.of(status));
    }
    return Answer.json(200, ControlJson.load(server.load(loadNumber).view()));
  }

  Answer replay(Call call) throws IOException {
    String loadNumber = load(call).loadNumber();
    return Answer.json(200, ControlJson.outcomes(server.replay(loadNumber, recordedDrive(call))));
  }

  /** The body of a replay: CSV, or GPX when it starts like XML. */
  private static Recording recordedDrive(Call call) throws IOException {
    byte[] body = call.body();
    if (body.length == 0) throw Input.refused("the body must be a recorded drive: CSV or GPX");
    ByteArrayInputStream in = new ByteArrayInputStream(body);
    try {
      return looksLikeXml(body) ? Recording.gpx(in) : Recording.csv(in);
    } catch (IOException e) {
      throw Input.refused("cannot read the recorded drive: " + e.getMessage());
    }
  }

  private static boolean looksLikeXml(byte[] body) {
    int at = 0;
    // A byte order mark and white space may come first.
    while (at < body.length && (body[at] < 0 || Character.isWhitespace(body[at]))) at++;
    return at < body.length && body[at] == '<';
  }
}
