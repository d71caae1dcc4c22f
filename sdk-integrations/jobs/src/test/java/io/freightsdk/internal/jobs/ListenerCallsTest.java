package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.jobs.ListenerCalls.NotTold;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ListenerCallsTest {
  private static final LoadEvent EVENT = new LoadEvent.DriverNotJoined("L");

  @AutoClose private final Warnings warnings = new Warnings();

  @Test
  void theFirstLineOfAListenerThatFailsSaysWhatWasCalledForWhichOrder() {
    NullPointerException bug = new NullPointerException("no such order");
    ListenerCalls calls = new ListenerCalls(throwing(bug), 8);
    for (int times = 0; times < 3; times++) {
      assertThatThrownBy(() -> tell(calls)).isInstanceOf(NotTold.class).hasCause(bug);
    }
    assertThat(warnings.all)
        .as("once for each bug")
        .containsExactly(
            "load L of order PO-1: onEvent(DriverNotJoined) failed with"
                + " java.lang.NullPointerException: no such order");
    assertThat(warnings.thrown).containsExactly(bug);
  }

  @Test
  void anotherBugHasALineOfItsOwn() {
    ListenerCalls calls = new ListenerCalls(throwing(null), 8);
    assertThatThrownBy(() -> tell(calls)).isInstanceOf(NotTold.class);
    assertThatThrownBy(() -> calls.tell("order PO-1", "onLoad", listener -> failElsewhere()))
        .isInstanceOf(NotTold.class);
    assertThat(warnings.thrown).hasSize(2);
  }

  /** As after a deployment that left out a jar. */
  @Test
  void aClassOfTheListenerThatIsNotThereIsLoggedToo() {
    ListenerCalls calls = new ListenerCalls(throwing(null), 8);
    NoClassDefFoundError missing = new NoClassDefFoundError("com/acme/Mail");
    ListenerCalls.Call sendsMail =
        listener -> {
          throw missing;
        };
    assertThatThrownBy(() -> calls.tell("order PO-1", "onLoad", sendsMail))
        .isInstanceOf(NotTold.class)
        .hasCause(missing);
    assertThat(warnings.thrown).containsExactly(missing);
  }

  @Test
  void halfOfTheThreadsAreInTheListener() throws Exception {
    ListenerCalls calls = new ListenerCalls(new JobsListener() {}, 2);
    CountDownLatch isIn = new CountDownLatch(1);
    CountDownLatch returns = new CountDownLatch(1);
    Thread hangs =
        new Thread(
            () -> {
              try (ListenerCalls.Permit permit = calls.permit()) {
                permit.tell(
                    "order PO-1",
                    "onLoad",
                    listener -> {
                      isIn.countDown();
                      returns.await();
                    });
              }
            });
    hangs.start();
    isIn.await();
    assertThatThrownBy(calls::permit)
        .isInstanceOfSatisfying(NotTold.class, full -> assertThat(full.isBusy()).isTrue());
    assertThat(warnings.all).isEmpty();
    returns.countDown();
    hangs.join();
    calls.permit().close();
  }

  private static void tell(ListenerCalls calls) {
    calls.tell(
        "load L of order PO-1",
        "onEvent(DriverNotJoined)",
        listener -> listener.onEvent("PO-1", EVENT));
  }

  private static void failElsewhere() {
    throw new IllegalStateException();
  }

  /** Throws always the same, or a new one. */
  private static JobsListener throwing(RuntimeException bug) {
    return new JobsListener() {
      @Override
      public void onEvent(String reference, LoadEvent event) {
        throw bug == null ? new IllegalStateException() : bug;
      }
    };
  }
}
