package io.freightsdk.server.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the check of what is said on a connection finds what it is there for. */
class ConversationTest {
  private static final String PRICING = "GET /v1/agent/pricing HTTP/1.1\r\nHost: x\r\n\r\n";

  private final Conversation conversation = new Conversation();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          /v1/agent/balance | 200 | application/json | {"balance":1,"surprise":2} | surprise
          /v1/agent/balance | 200 | text/plain       | {"balance":1}              | text/plain
          /v1/agent/balance | 200 | application/json | no JSON                    | not JSON
          /v1/agent/nothing | 200 | application/json | {}                         | neither
          /track/trk_1      | 200 | application/json | {}                         | application/json
          /track/trk_1      | 201 | text/html        | <p>                        | 201
          /api/track/trk_1  | 404 | application/json | {"fault":"x"}              | error
          /__admin/health   | 200 | application/json | {"ok":true,"more":1}       | more
          """)
  void whatIsNotDescribedIsFound(
      String path, int status, String type, String body, String inTheMessage) {
    conversation.sent("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");

    assertThatThrownBy(() -> receive(answer(status, type, body)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(inTheMessage);
  }

  @Test
  void everyAnswerOfAConnectionIsChecked() {
    conversation.sent(PRICING.repeat(3));
    String good = answer(200, "application/json", pricing());
    receive(good + good);

    assertThatThrownBy(() -> receive(answer(200, "application/json", "{\"currency\":\"EUR\"}")))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void anInterimAnswerIsNone() {
    conversation.sent(PRICING);
    receive("HTTP/1.1 100 Continue\r\n\r\n");

    assertThatThrownBy(() -> receive(answer(200, "application/json", "{\"currency\":\"EUR\"}")))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aBodyToHeadIsFound() {
    conversation.sent("HEAD /v1/agent/pricing HTTP/1.1\r\nHost: x\r\n\r\n" + PRICING);
    receive("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n");

    assertThatThrownBy(() -> receive("x".repeat(30) + "\r\n\r\n"))
        .hasMessageContaining("not the head of an answer");
  }

  @Test
  void whatIsSpoiltOnPurposeIsLeftAlone() {
    conversation.sent(PRICING);
    conversation.end();

    assertThatCode(() -> receive(answer(200, "text/plain", "spoilt"))).doesNotThrowAnyException();
  }

  private void receive(String text) {
    text.chars().forEach(conversation::received);
  }

  private static String pricing() {
    try (Service service = Service.start()) {
      String text = service.client().get("/v1/agent/pricing").text();
      assertThat(text).startsWith("{");
      return text;
    }
  }

  private static String answer(int status, String type, String body) {
    return "HTTP/1.1 %d X\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(status, type, body.length(), body);
  }
}
