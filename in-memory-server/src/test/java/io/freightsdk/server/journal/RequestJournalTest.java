package io.freightsdk.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.view.RecordedRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestJournalTest {
  /** An entry that must not be shown, which masks its secrets. */
  private record Unseen(String requestId) implements RequestJournal.Entry {
    @Override
    public @Nullable String answer() {
      return "answer of " + requestId;
    }

    @Override
    public RecordedRequest get() {
      throw new AssertionError(requestId + " was shown");
    }
  }

  @Test
  void oneRequestIsFoundWithoutMaskingAllOthers() {
    RequestJournal journal = new RequestJournal(2);
    for (String id : new String[] {"req_1", "req_2", "req_3"}) {
      journal.record(sequence -> new Unseen(id));
    }
    assertThat(journal.find("req_3"))
        .extracting(RequestJournal.Entry::answer)
        .isEqualTo("answer of req_3");
    assertThat(journal.find("req_1")).as("no longer kept").isNull();
  }
}
