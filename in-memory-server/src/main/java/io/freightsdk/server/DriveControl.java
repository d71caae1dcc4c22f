package io.freightsdk.server;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.JsonBody;
import io.freightsdk.server.http.PingJson;
import io.freightsdk.server.sim.Recording;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Moving trucks: fixes in bulk, a drive, a recorded drive. */
final class DriveControl {
  private final InMemoryFreightServer server;
  private final LoadControl loads;

  DriveControl(InMemoryFreightServer server, LoadControl loads) {
    this.server = server;
    this.loads = loads;
  }

  Answer pings(Call call) throws IOException {
    String load = loads.load(call).loadNumber();
    if (!(JsonBody.value(call) instanceof List<?> pings)) {
      throw Input.refused("the body must be a list of pings");
    }
    Function<Object, @Nullable RawPing> reader =
        ping -> ping instanceof Map<?, ?> body ? PingJson.read(body) : null;
    return Answer.json(200, Trees.outcomes(server.addPings(load, pings, reader)));
  }

  /** Drives until a status, {@code DELIVERED} by default, or to the stop with a given sequence. */
  Answer drive(Call call) throws IOException {
    String loadNumber = loads.load(call).loadNumber();
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
    return Answer.json(200, Trees.load(server.load(loadNumber).view()));
  }

  Answer replay(Call call) throws IOException {
    String loadNumber = loads.load(call).loadNumber();
    return Answer.json(200, Trees.outcomes(server.replay(loadNumber, recordedDrive(call))));
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
