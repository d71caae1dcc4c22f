package io.freightsdk.server.admin;

import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.Handler;
import io.freightsdk.server.json.JsonObjects;
import java.io.IOException;

/** Lets only this machine use the test control, and no web page that runs on it. */
final class AdminGate {
  private final String ownOrigin;

  AdminGate(String ownOrigin) {
    this.ownOrigin = ownOrigin;
  }

  Handler guard(Handler handler) {
    return call -> isAllowed(call) ? answer(handler, call) : forbidden();
  }

  private boolean isAllowed(Call call) {
    String origin = call.header("Origin");
    boolean fromForeignPage = origin != null && !origin.equals(ownOrigin);
    return call.remoteAddress().isLoopbackAddress() && !fromForeignPage;
  }

  private static Answer answer(Handler handler, Call call) throws IOException {
    try {
      return handler.handle(call);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The Java twin says what is wrong; here its words are the answer.
      return Answer.json(400, JsonObjects.object("error", String.valueOf(e.getMessage())));
    }
  }

  private static Answer forbidden() {
    return Answer.json(
        403, JsonObjects.object("error", "The test control answers this machine only"));
  }
}
