package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.ShortTimes;
import java.time.Duration;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows of {@link RetryMatrixTest} that a wire makes, over one. */
class RetriesOverSocketsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private static MockResponse.Builder created() {
    return Answers.success(Operation.CREATE_LOAD);
  }

  @ParameterizedTest
  @EnumSource
  void aCreationThatWasNeverSentIsSentOnce(CallStyle style) {
    try (FakeService service = new FakeService()) {
      service.unreachableTimes(1).answers(created());
      creates(service, style, LONG, 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCreationWhoseAnswerIsLostIsSentAgainWithItsKey(CallStyle style) {
    MockResponse.Builder lost = created().onResponseStart(new SocketEffect.CloseSocket());
    try (FakeService service = new FakeService()) {
      service.answers(lost, created());
      creates(service, style, LONG, 2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCreationWhoseAnswerIsCutIsSentAgainWithItsKey(CallStyle style) {
    MockResponse.Builder cut = created().onResponseBody(new SocketEffect.CloseSocket());
    try (FakeService service = new FakeService()) {
      service.answers(cut, created());
      creates(service, style, LONG, 2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCreationWithoutAnAnswerInTimeIsSentAgainWithItsKey(CallStyle style) {
    MockResponse.Builder stalled = created().onResponseStart(SocketEffect.Stall.INSTANCE);
    ShortTimes.check(
        timeout -> {
          try (FakeService service = new FakeService()) {
            service.answers(stalled, created());
            creates(service, style, timeout, 2);
          }
        });
  }

  private static void creates(FakeService service, CallStyle style, Duration timeout, int sent) {
    FreightClient client = service.client(service.builder().timeout(timeout));
    style.call(client, Operation.CREATE_LOAD, CallOptions.DEFAULT);

    assertThat(service.tap().requests()).isEqualTo(sent);
    assertThat(service.server().getRequestCount()).isEqualTo(sent);
    String key = service.takeRequest().getHeaders().get("Idempotency-Key");
    assertThat(key).isNotNull();
    for (int again = 1; again < sent; again++) {
      assertThat(service.takeRequest().getHeaders().get("Idempotency-Key")).isEqualTo(key);
    }
  }
}
