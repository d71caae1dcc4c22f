package io.freightsdk.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailboxTest {
  @Test
  void lettersRunOneAtATimeAndNoneIsLost() throws InterruptedException {
    Mailbox mailbox = new Mailbox();
    int[] count = new int[1]; // Not atomic on purpose: the mailbox is what keeps it whole.
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread writer =
          new Thread(
              () -> {
                for (int letter = 0; letter < 10_000; letter++) {
                  mailbox.post(() -> count[0]++);
                }
              });
      writers.add(writer);
      writer.start();
    }
    for (Thread writer : writers) {
      writer.join(30_000);
    }
    mailbox.post(() -> {});
    assertThat(count[0]).isEqualTo(80_000);
  }

  @Test
  void letterWrittenByALetterRunsAfterIt() {
    Mailbox mailbox = new Mailbox();
    List<String> order = new ArrayList<>();
    mailbox.post(
        () -> {
          mailbox.post(() -> order.add("second"));
          order.add("first");
        });
    assertThat(order).containsExactly("first", "second");
  }
}
