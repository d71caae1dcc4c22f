package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import java.io.IOException;
import java.util.function.Supplier;

/** Where every request comes in: finds its route, answers it, records it. */
final class Front implements HttpEngine.Handler {
  private final VirtualClock clock;
  private final Supplier<String> requestIds;
  private final Router router;
  private final Recorder recorder;
  private final Wire wire = new Wire();

  Front(VirtualClock clock, Supplier<String> requestIds, Router router, Recorder recorder) {
    this.clock = clock;
    this.requestIds = requestIds;
    this.router = router;
    this.recorder = recorder;
  }

  @Override
  public void handle(Request request, Response response) throws IOException {
    clock.settle();
    Call call = new Call(request, requestIds.get(), clock.now());
    Router.Match match = router.find(call.method(), call.rawPath());
    Answer answer = answer(call, match);
    // Before the answer leaves: who has it may look into the journal at once.
    if (isRecorded(match)) recorder.record(call, answer);
    wire.send(request, response, call, answer, clock.now());
  }

  private Answer answer(Call call, Router.Match match) throws IOException {
    try {
      if (match instanceof Router.Match.Found found) {
        call.parameters(found.parameters());
        return found.route().handler().handle(call);
      }
      Refusal refusal =
          match instanceof Router.Match.OtherMethods other
              ? new Refusal.MethodNotAllowed(other.allow())
              : new Refusal.NoSuchPath();
      return ErrorTable.answer(refusal);
    } catch (RefusedException e) {
      return ErrorTable.answer(e.refusal());
    } catch (RuntimeException | Error e) {
      Log.LOGGER.log(System.Logger.Level.ERROR, "request " + call.requestId() + " failed", e);
      return ErrorTable.plain(500, "Internal error; see the server's log");
    }
  }

  /** The Date header now. */
  String date() {
    return wire.date(clock.now());
  }

  private static boolean isRecorded(Router.Match match) {
    return !(match instanceof Router.Match.Found found) || found.route().inJournal();
  }

  /** Made when there is first something to say: looking for a logger is part of a cold start. */
  private static final class Log {
    static final System.Logger LOGGER = System.getLogger(Front.class.getName());
  }
}
