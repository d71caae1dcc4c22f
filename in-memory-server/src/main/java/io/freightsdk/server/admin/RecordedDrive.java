package io.freightsdk.server.admin;

import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.http.Call;
import java.io.IOException;
import java.util.List;

/** Reads the body of a replay. */
final class RecordedDrive {
  private RecordedDrive() {}

  static List<Fix> read(Call call) throws IOException {
    call.body();
    throw Input.refused("no reader for recorded drives yet");
  }
}
