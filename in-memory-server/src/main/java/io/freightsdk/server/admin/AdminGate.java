package io.freightsdk.server.admin;

import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.Handler;
import io.freightsdk.server.json.JsonObjects;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Lets only this machine use the test control, and no web page that runs on it but its own.
 *
 * <p>A name in Host that is not this machine's means that a foreign page had its own name pointed
 * here (DNS rebinding), whose calls carry no foreign Origin.
 */
final class AdminGate {
  private static final Pattern THIS_MACHINE =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?");

  Handler guard(Handler handler) {
    return call -> isAllowed(call) ? answer(handler, call) : forbidden();
  }

  private static boolean isAllowed(Call call) {
    String origin = call.header("Origin");
    String host = call.host();
    boolean named = host != null && THIS_MACHINE.matcher(host).matches();
    boolean fromOwnPage = origin == null || origin.equals("http://" + host);
    return call.remoteAddress().isLoopbackAddress() && named && fromOwnPage;
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
