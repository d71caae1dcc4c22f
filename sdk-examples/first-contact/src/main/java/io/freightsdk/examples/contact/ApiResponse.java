package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What came back on one request.
 *
 * @param status 0 if no answer came
 * @param body at most a MiB
 * @param took until the last byte
 * @param lost why no answer came, in our words; null if one came
 * @param wasSent whether the request may have left this machine
 */
record ApiResponse(
    Operation operation,
    int status,
    Headers headers,
    String body,
    Duration took,
    @Nullable String lost,
    boolean wasSent) {

  boolean isSuccess() {
    return status / 100 == 2;
  }

  /** The body as JSON; null if it is not. */
  @Nullable JsonNode json() {
    boolean isPlain = headers.get("Content-Encoding") == null;
    return isPlain ? Description.read(body) : null;
  }

  /** Text of a member of the body; null if there is none. */
  @Nullable String text(String member) {
    JsonNode json = json();
    JsonNode found = json == null ? null : json.get(member);
    return found != null && found.isString() ? found.stringValue() : null;
  }

  /** Such as {@code application/json}, without parameters; {@code none} if it has none. */
  String contentType() {
    String type = headers.get("Content-Type");
    return type == null ? "none" : type.replaceFirst(";.*", "").strip();
  }

  boolean isJson() {
    return contentType().equalsIgnoreCase("application/json");
  }

  /** The balance that it tells; null if it tells none. */
  @Nullable BigDecimal balance() {
    JsonNode json = status == 200 ? json() : null;
    return json == null ? null : PriceList.usd(json.get("balanceUsd"));
  }

  /** How long it asks to wait in seconds; null if it does not say so. */
  @Nullable Duration retryAfter() {
    String value = headers.get("Retry-After");
    boolean isSeconds = value != null && value.matches("[0-9]{1,9}");
    return isSeconds ? Duration.ofSeconds(Long.parseLong(value)) : null;
  }

  /** Neither headers nor body, which hold secrets. */
  @Override
  public String toString() {
    return "ApiResponse[" + operation.id() + ", status=" + status + ", lost=" + lost + "]";
  }
}
