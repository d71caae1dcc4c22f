package io.freightsdk.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.view.RecordedRequest;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RequestJournalTest {
  @Test
  void aRequestIsFoundByItsIdWhileItIsKept() {
    RequestJournal journal = new RequestJournal(2);
    for (int i = 1; i <= 3; i++) {
      String id = "req_" + i;
      journal.record(sequence -> request(sequence, id));
    }
    assertThat(journal.find("req_3")).extracting(RecordedRequest::sequence).isEqualTo(3L);
    assertThat(journal.find("req_1")).as("no longer kept").isNull();
  }

  private static RecordedRequest request(long sequence, String id) {
    return new RecordedRequest(
        sequence,
        id,
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
