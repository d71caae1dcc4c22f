package io.freightsdk.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.view.RecordedRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestJournalTest {
  private final List<Long> read = new ArrayList<>();

  @Test
  void aRequestIsFoundByItsIdWhileItIsKept() {
    RequestJournal journal = journalOfTwo();

    assertThat(journal.find("req_3")).extracting(RecordedRequest::sequence).isEqualTo(3L);
    assertThat(journal.find("req_1")).as("no longer kept").isNull();
  }

  @Test
  void oneRequestIsFoundWithoutMaskingAllOthers() {
    RequestJournal journal = journalOfTwo();
    assertThat(read).as("masked when it is kept").isEmpty();

    journal.find("req_2");

    assertThat(read).containsExactly(2L);
  }

  private RequestJournal journalOfTwo() {
    RequestJournal journal = new RequestJournal(2);
    for (int i = 1; i <= 3; i++) journal.record(Unread::new);
    return journal;
  }

  private final class Unread implements RequestJournal.Entry {
    private final long sequence;

    Unread(long sequence) {
      this.sequence = sequence;
    }

    @Override
    public long sequence() {
      return sequence;
    }

    @Override
    public String requestId() {
      return "req_" + sequence;
    }

    @Override
    public RecordedRequest get() {
      read.add(sequence);
      return new RecordedRequest(
          sequence,
          requestId(),
          Instant.EPOCH,
          "c1",
          "GET",
          "/",
          null,
          null,
          null,
          null,
          200,
          null,
          null,
          null);
    }
  }
}
