package io.freightsdk.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.view.RecordedRequest;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RequestJournalTest {
  @Test
  void aRequestIsFoundByItsIdWhileItIsKept() {
    RequestJournal journal = journalOfTwo();

    assertThat(journal.find("req_3")).extracting(RecordedRequest::sequence).isEqualTo(3L);
    assertThat(journal.find("req_1")).as("no longer kept").isNull();
  }

  private RequestJournal journalOfTwo() {
    RequestJournal journal = new RequestJournal(2);
    for (int i = 1; i <= 3; i++) journal.record(RequestJournalTest::request);
    return journal;
  }

  private static RecordedRequest request(long sequence) {
    return new RecordedRequest(
        sequence,
        "req_" + sequence,
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
