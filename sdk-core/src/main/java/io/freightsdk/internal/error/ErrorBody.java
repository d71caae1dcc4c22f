package io.freightsdk.internal.error;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import io.freightsdk.model.internal.ValueReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The members that any error body of the API can have; absent ones are null or empty.
 *
 * <p>Members that are not known are ignored: the API description allows more of them in any object.
 *
 * @param hasServiceForm whether the body is one JSON object that was read to its end, without a
 *     number as its {@code status}. Error pages of frameworks repeat the HTTP status there; the
 *     service's {@code status} is the status of a load, a text
 * @param error null too if it is not a text
 */
public record ErrorBody(
    boolean hasServiceForm,
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
    Map<String, @Nullable Object> members = new HashMap<>();
    boolean isWhole = readMembers(JsonReader.of(body.clone()), members);
    boolean fromFramework = members.get("status") instanceof Number;
    BigDecimal price = money(members.get("priceUsd"));
    return new ErrorBody(
        isWhole && !fromFramework,
        members.get("error") instanceof String error ? error : null,
        text(members.get("code")),
        text(members.get("reason")),
        text(members.get("status")),
        text(members.get("brokerEmail")),
        text(members.get("billingUrl")),
        money(members.get("balanceUsd")),
        price == null || price.signum() < 0 ? null : price,
        texts(members.get("fields")));
  }

  /** Whether the body is one JSON object that was read to its end. */
  private static boolean readMembers(JsonReader json, Map<String, @Nullable Object> members) {
    try {
      json.beginObject();
      while (json.hasNext()) members.put(json.nextName(), ValueReader.any(json));
      json.endObject();
      return json.peek() == JsonReader.Token.END_DOCUMENT;
    } catch (IOException | JsonDataException notJson) {
      // The members before the fault still help people, but prove nothing.
      return false;
    }
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
