package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Eventually;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okio.AsyncTimeout;
import org.junit.jupiter.api.Test;

class WatchdogShiftTest {
  private final WatchdogShift shift = new WatchdogShift();

  @Test
  void itEndsByItselfAndBeginsAgain() {
    for (int i = 0; i < 3; i++) {
      shift.noteCall();
      assertThat(shift.isOn()).isTrue();
      Eventually.until(() -> !shift.isOn(), () -> "the shift goes on without a call");
    }
  }

  @Test
  void itGoesOnWhileCallsAreMadeWhoeverMakesThem() throws InterruptedException {
    Thread[] callers = new Thread[8];
    for (int i = 0; i < callers.length; i++) {
      callers[i] =
          new Thread(
              () -> {
                for (int call = 0; call < 20_000; call++) shift.noteCall();
              });
      callers[i].start();
    }
    for (Thread caller : callers) caller.join();

    assertThat(shift.isOn()).isTrue();
    Eventually.until(() -> !shift.isOn(), () -> "the shift goes on without a call");
  }

  @Test
  void otherTimeoutsExpireAsTheyWould() throws InterruptedException {
    shift.noteCall();
    for (int millis : new int[] {20, 250}) {
      CountDownLatch expired = new CountDownLatch(1);
      AsyncTimeout other =
          new AsyncTimeout() {
            @Override
            protected void timedOut() {
              expired.countDown();
            }
          };
      other.timeout(millis, TimeUnit.MILLISECONDS);
      other.enter();
      assertThat(expired.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(other.exit()).isTrue();
    }
  }
}
