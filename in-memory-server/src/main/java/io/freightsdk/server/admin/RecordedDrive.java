package io.freightsdk.server.admin;

import io.freightsdk.server.http.Call;
import io.freightsdk.server.sim.Recording;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Reads the body of a replay: CSV, or GPX when it starts like XML. */
final class RecordedDrive {
  private RecordedDrive() {}

  static Recording read(Call call) throws IOException {
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
    // A byte order mark and blanks may stand in front.
    while (at < body.length && (body[at] < 0 || Character.isWhitespace(body[at]))) at++;
    return at < body.length && body[at] == '<';
  }
}
