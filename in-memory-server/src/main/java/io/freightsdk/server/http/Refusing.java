package io.freightsdk.server.http;

import io.freightsdk.server.service.RefusedException;
import java.io.IOException;

/** Turns a thrown refusal into its answer. */
final class Refusing {
  private Refusing() {}

  static Answer answer(Handler handler, Call call) throws IOException {
    try {
      return handler.handle(call);
    } catch (RefusedException e) {
      return ErrorTable.answer(e.refusal());
    }
  }
}
