package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import okio.ByteString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long an answer asks to wait. */
class RetryAfterTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final String ONE = "Fri, 20 Nov 2026 13:00:00 GMT";
  private static final String TEN_SECONDS_PAST_ONE = "Fri, 20 Nov 2026 13:00:10 GMT";

  private static Duration wait(String retryAfter, @Nullable String date) {
    List<Answer.Header> headers = new ArrayList<>();
    headers.add(new Answer.Header("retry-after", retryAfter));
    if (date != null) headers.add(new Answer.Header("date", date));
    Answer answer =
        new Answer(
            Operation.GET_BALANCE,
            429,
            headers,
            ByteString.EMPTY,
            NOON,
            Duration.ZERO,
            true,
            null,
            null);
    return RetryAfter.of(answer, NOON);
  }

  @Test
  void aDateCountsFromTheServicesClockWhichMayBeAnHourAhead() {
    assertThat(wait(TEN_SECONDS_PAST_ONE, ONE)).hasSeconds(10);
  }

  @Test
  void aDateCountsFromOurClockWhereTheServiceDoesNotTellItsOwn() {
    assertThat(wait(ONE, null)).hasHours(1);
  }

  @Test
  void aDateThatIsPastMeansNoWait() {
    assertThat(wait(ONE, TEN_SECONDS_PAST_ONE)).isZero();
  }

  @Test
  void aTextOfNeitherFormMeansHalfAMinute() {
    assertThat(wait("soon", ONE)).hasSeconds(30);
  }
}
