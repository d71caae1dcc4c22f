package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptedServiceTest {
  @AutoClose private final ScriptedService service = new ScriptedService();

  private FreightClient client() {
    return service.client(service.builder().retryPolicy(RetryPolicy.none()));
  }

  private static MockResponse.Builder balance() {
    return Answers.success(Operation.GET_BALANCE);
  }

  private void fails(
      CallStyle style, MockResponse.Builder answer, Class<? extends FreightException> how) {
    service.answers(answer);
    assertThatExceptionOfType(how).isThrownBy(() -> style.getBalance(client()));
    assertThat(service.requestCount()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void itAnswersInOrderAndKeepsWhatArrived(CallStyle style) {
    FreightClient client = client();
    service.answers(Answers.success(Operation.CREATE_LOAD), balance().setHeader("X-Seen", "1"));
    style.createLoad(client, Loads.twoStops());
    style.getBalance(client);

    RecordedRequest first = service.takeRequest();
    assertThat(first.getMethod()).isEqualTo("POST");
    assertThat(first.getTarget()).isEqualTo(Operation.CREATE_LOAD.path());
    assertThat(first.getHeaders().get("Authorization")).isEqualTo("Bearer " + World.AGENT_KEY);
    assertThat(first.getBody().utf8()).contains("\"pickups\"");
    assertThat(service.takeRequest().getTarget()).isEqualTo(Operation.GET_BALANCE.path());
    assertThatThrownBy(service::takeRequest).hasMessage("no request arrived");
    assertThat(service.requestCount()).isEqualTo(2);
    assertThat(service.requestCount(Operation.GET_BALANCE)).isOne();
  }

  @Test
  void aRequestWaitsForItsAnswer() {
    CompletableFuture<Balance> call = client().async().getBalance();
    service.takeRequest();
    service.world().runUntilWaiting(call);
    service.answers(balance());
    assertThat(CallStyle.join(call).currency()).isEqualTo("USD");
  }

  @ParameterizedTest
  @EnumSource
  void aClosedSocketIsALostAnswer(CallStyle style) {
    fails(
        style,
        balance().onResponseStart(new SocketEffect.CloseSocket()),
        FreightConnectionException.class);
  }

  @ParameterizedTest
  @EnumSource
  void aSocketThatIsClosedWithinTheBodyIsACutAnswer(CallStyle style) {
    fails(
        style,
        balance().onResponseBody(new SocketEffect.CloseSocket()),
        FreightConnectionException.class);
  }

  @ParameterizedTest
  @EnumSource
  void aStalledAnswerNeverComes(CallStyle style) {
    fails(
        style,
        balance().onResponseStart(SocketEffect.Stall.INSTANCE),
        FreightTimeoutException.class);
    assertThat(service.world().now()).isEqualTo(World.START.plusSeconds(30));
  }

  @ParameterizedTest
  @EnumSource
  void aDelayIsTimeOfTheWorld(CallStyle style) {
    service.answers(balance().headersDelay(2, TimeUnit.SECONDS).bodyDelay(1, TimeUnit.SECONDS));
    style.getBalance(client());
    assertThat(service.world().now()).isEqualTo(World.START.plus(Duration.ofSeconds(3)));
  }

  @ParameterizedTest
  @EnumSource
  void anUnreachableServiceGetsNothing(CallStyle style) {
    FreightClient client = client();
    service.unreachableTimes(1).answers(balance());
    assertThatExceptionOfType(FreightConnectionException.class)
        .isThrownBy(() -> style.getBalance(client))
        .satisfies(failure -> assertThat(failure.neverSent()).isTrue());
    assertThat(service.requestCount()).isZero();
    style.getBalance(client);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAlwaysAnsweredUsesNoAnswerOfOthers(CallStyle style) {
    FreightClient client = client();
    service.alwaysAnswers(Operation.GET_BALANCE, balance()).answers(Answers.error(404));
    style.getBalance(client);
    style.getBalance(client);
    assertThatExceptionOfType(FreightException.class)
        .isThrownBy(() -> style.getLoadPosition(client, Loads.NUMBER));
  }

  @Test
  void whatOnlyASocketCanDoIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> service.answers(balance().throttleBody(1, 1, TimeUnit.SECONDS)))
        .withMessageContaining("needs a socket");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> service.answers(balance().onResponseStart(new SocketEffect.CloseStream())))
        .withMessageContaining("needs a socket");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> service.answers(balance().onRequestStart(SocketEffect.Stall.INSTANCE)))
        .withMessageContaining("needs a socket");
  }
}
