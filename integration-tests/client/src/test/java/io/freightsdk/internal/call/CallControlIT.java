package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Environments;
import io.freightsdk.testing.Eventually;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** On a thread of the machine, which somebody has to wake; in a world nobody has to. */
class CallControlIT {
  @Test
  void endingACallWakesItsThread() throws Exception {
    CallControl call = new CallControl(Environments.machine().time());
    CompletableFuture<Boolean> isAborted = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              call.enter();
              call.await(Duration.ofHours(1), () -> false);
              isAborted.complete(call.isAborted());
            });
    thread.setDaemon(true);
    thread.start();
    Eventually.until(thread::getState, Thread.State.TIMED_WAITING::equals);

    call.abort("nobody waits for it");

    assertThat(isAborted.get(1, TimeUnit.MINUTES)).isTrue();
  }
}
