package io.freightsdk.internal.error;

import io.freightsdk.internal.json.LenientObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The members that any error body of the API can have; absent ones are null or empty.
 *
 * <p>Members that are not known are ignored: the API description allows more of them in any object.
 *
 * @param mayBeFromService whether the body is one JSON object that was read to its end, without a
 *     number as its {@code status}. Error pages of frameworks repeat the HTTP status there; the
 *     service's {@code status} is the status of a load, a text
 * @param error null too if it is not a text
 */
public record ErrorBody(
    boolean mayBeFromService,
    @Nullable String error,
    @Nullable String code,
    @Nullable String reason,
    @Nullable String loadStatus,
    @Nullable String brokerEmail,
    @Nullable String billingUrl,
    @Nullable BigDecimal balanceUsd,
    @Nullable BigDecimal priceUsd,
    List<String> fields) {

  /**
   * Reads an error body as far as possible. A member of the wrong type is skipped, and a body that
   * is not JSON, such as a proxy's page, gives an empty result. The buffer is not consumed.
   */
  public static ErrorBody read(Buffer body) {
    LenientObject members = LenientObject.read(body, any -> true);
    boolean fromFramework = members.get("status") instanceof Number;
    BigDecimal price = money(members.get("priceUsd"));
    return new ErrorBody(
        members.isWhole() && !fromFramework,
        members.text("error"),
        text(members.get("code")),
        text(members.get("reason")),
        text(members.get("status")),
        text(members.get("brokerEmail")),
        text(members.get("billingUrl")),
        money(members.get("balanceUsd")),
        price == null || price.signum() < 0 ? null : price,
        texts(members.get("fields")));
  }

  private static @Nullable String text(@Nullable Object value) {
    return value instanceof String || value instanceof Number ? value.toString() : null;
  }

  private static List<String> texts(@Nullable Object value) {
    if (!(value instanceof List<?> elements)) return List.of();
    return elements.stream().map(ErrorBody::text).filter(Objects::nonNull).toList();
  }

  private static @Nullable BigDecimal money(@Nullable Object value) {
    String text = text(value);
    try {
      return text == null ? null : new BigDecimal(text);
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  /** Codes only, because texts may quote the request. */
  @Override
  public String toString() {
    return "ErrorBody[code=" + code + ", reason=" + reason + "]";
  }
}
