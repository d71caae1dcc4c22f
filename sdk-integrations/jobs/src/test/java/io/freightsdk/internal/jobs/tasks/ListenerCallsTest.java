package io.freightsdk.internal.jobs.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.jobs.tasks.ListenerCalls.NotAccepted;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.jobs.Warnings;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ListenerCallsTest {
  private static final LoadEvent EVENT = new LoadEvent.DriverNotJoined("L");

  @AutoClose private final Warnings warnings = new Warnings();

  @Test
  void failedListenerIsLoggedOnceWithMethodAndLoad() {
    NullPointerException bug = new NullPointerException("no such order");
    ListenerCalls calls = new ListenerCalls(throwing(bug), new FailureLog(), 8);
    for (int times = 0; times < 3; times++) {
      assertThatThrownBy(() -> reportEvent(calls)).isInstanceOf(NotAccepted.class).hasCause(bug);
    }
    assertThat(warnings.all)
        .as("once for each bug")
        .containsExactly(
            "load L of order PO-1: onEvent(DriverNotJoined) failed with"
                + " java.lang.NullPointerException: no such order");
    assertThat(warnings.thrown).containsExactly(bug);
  }

  @Test
  void eachBugIsLoggedSeparately() {
    ListenerCalls calls = new ListenerCalls(throwing(null), new FailureLog(), 8);
    assertThatThrownBy(() -> reportEvent(calls)).isInstanceOf(NotAccepted.class);
    assertThatThrownBy(
            () -> calls.invoke("order PO-1", "onLoadBooked", listener -> failElsewhere()))
        .isInstanceOf(NotAccepted.class);
    assertThat(warnings.thrown).hasSize(2);
  }

  /** As after a deployment that left out a jar. */
  @Test
  void missingClassOfTheListenerIsLogged() {
    ListenerCalls calls = new ListenerCalls(throwing(null), new FailureLog(), 8);
    NoClassDefFoundError missing = new NoClassDefFoundError("com/acme/Mail");
    ListenerCalls.Call sendsMail =
        listener -> {
          throw missing;
        };
    assertThatThrownBy(() -> calls.invoke("order PO-1", "onLoadBooked", sendsMail))
        .isInstanceOf(NotAccepted.class)
        .hasCause(missing);
    assertThat(warnings.thrown).containsExactly(missing);
  }

  private static void reportEvent(ListenerCalls calls) {
    calls.invoke(
        "load L of order PO-1",
        "onEvent(DriverNotJoined)",
        listener -> listener.onEvent(new ReportedEvent("PO-1/1/1", "PO-1", null, EVENT)));
  }

  private static void failElsewhere() {
    throw new IllegalStateException();
  }

  /** Throws always the same, or a new one. */
  private static JobsListener throwing(RuntimeException bug) {
    return new JobsListener() {
      @Override
      public void onEvent(ReportedEvent reported) {
        throw bug == null ? new IllegalStateException() : bug;
      }
    };
  }
}
