package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.LogLines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SerialExecutorIT {
  private final List<Throwable> failures = new ArrayList<>();
  private final List<String> ran = new ArrayList<>();

  @Test
  void tasksRunOneAtATimeAndNoneIsLost() throws InterruptedException {
    SerialExecutor inline = new SerialExecutor(failures::add);
    int[] count = new int[1]; // Not atomic on purpose: one at a time is what is tested.
    onEightThreads(() -> inline.execute(() -> count[0]++));
    inline.execute(() -> {});

    assertThat(count[0]).isEqualTo(80_000);
  }

  @Test
  void aTaskPostedByATaskRunsAfterIt() {
    SerialExecutor inline = new SerialExecutor(failures::add);
    inline.execute(
        () -> {
          inline.execute(() -> ran.add("second"));
          ran.add("first");
        });

    assertThat(ran).containsExactly("first", "second");
  }

  @Test
  void aHundredThousandTasksEachPostedByTheOneBeforeNeedNoDeepStack() {
    SerialExecutor inline = new SerialExecutor(failures::add);
    int[] left = {100_000};
    Runnable[] task = new Runnable[1];
    task[0] =
        () -> {
          if (--left[0] > 0) {
            inline.execute(task[0]);
          }
        };
    inline.execute(task[0]);

    assertThat(left[0]).isZero();
    assertThat(failures).isEmpty();
  }

  @Test
  void anErrorOfATaskIsToldAndTheTasksBehindItRun() {
    SerialExecutor inline = new SerialExecutor(failures::add);
    Error error = new OutOfMemoryError("thrown by a test");
    inline.execute(
        () -> {
          inline.execute(() -> ran.add("behind"));
          throw error;
        });
    inline.execute(() -> sneak(new InterruptedException("undeclared")));
    inline.execute(() -> ran.add("later"));

    assertThat(failures).hasSize(2).first().isSameAs(error);
    assertThat(ran).containsExactly("behind", "later");
  }

  @Test
  void aHandlerThatThrowsTooStopsNothing() {
    try (LogLines log = new LogLines()) {
      IllegalStateException failure = new IllegalStateException("thrown again by its handler");
      SerialExecutor inline =
          new SerialExecutor(
              thrown -> {
                throw failure;
              });
      inline.execute(
          () -> {
            throw failure;
          });
      inline.execute(() -> ran.add("later"));

      assertThat(ran).containsExactly("later");
      assertThat(log.warnings())
          .anyMatch(line -> line.contains("the handler of a failed task failed too"));
      assertThat(log.warnings()).anyMatch(line -> line.contains("the failure of the task"));
    }
  }

  private static void onEightThreads(Runnable each) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int task = 0; task < 10_000; task++) {
                  each.run();
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join(60_000);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
