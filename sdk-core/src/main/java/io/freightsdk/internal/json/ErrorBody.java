package io.freightsdk.internal.json;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The members that any error body of the API can have; absent ones are null or empty.
 *
 * <p>Members that are not known are ignored: the API description allows more of them in any object.
 *
 * @param hasServiceForm whether the body is one JSON object that was read to its end, and does not
 *     repeat the HTTP status as a number, as the error pages of frameworks do: the {@code status}
 *     of the service is that of a load
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
    Reader reader = new Reader();
    try {
      reader.readBody(JsonReader.of(body.clone()));
    } catch (IOException | JsonDataException notJson) {
      // What was read before the fault still helps people; it proves nothing.
    }
    return reader.body();
  }

  /** Codes only, because texts may quote the request. */
  @Override
  public String toString() {
    return "ErrorBody[code=" + code + ", reason=" + reason + "]";
  }

  private static final class Reader {
    private boolean hasServiceForm;

    private final Map<String, @Nullable String> texts = new HashMap<>();
    private List<String> fields = List.of();

    private void readBody(JsonReader json) throws IOException {
      boolean ofAFramework = false;
      json.beginObject();
      while (json.hasNext()) {
        String name = json.nextName();
        boolean number = json.peek() == JsonReader.Token.NUMBER;
        ofAFramework |= number && name.equals("status");
        if (name.equals("fields")) {
          fields = strings(json);
        } else if (number && name.equals("error")) {
          json.skipValue();
        } else {
          texts.put(name, scalar(json));
        }
      }
      json.endObject();
      hasServiceForm = !ofAFramework && json.peek() == JsonReader.Token.END_DOCUMENT;
    }

    private static @Nullable String scalar(JsonReader json) throws IOException {
      return switch (json.peek()) {
        case STRING, NUMBER -> json.nextString();
        default -> {
          json.skipValue();
          yield null;
        }
      };
    }

    private static List<String> strings(JsonReader json) throws IOException {
      if (json.peek() != JsonReader.Token.BEGIN_ARRAY) {
        json.skipValue();
        return List.of();
      }
      List<String> strings = new ArrayList<>();
      json.beginArray();
      while (json.hasNext()) {
        String text = scalar(json);
        if (text != null) {
          strings.add(text);
        }
      }
      json.endArray();
      return strings;
    }

    private ErrorBody body() {
      BigDecimal price = money(texts.get("priceUsd"));
      return new ErrorBody(
          hasServiceForm,
          texts.get("error"),
          texts.get("code"),
          texts.get("reason"),
          texts.get("status"),
          texts.get("brokerEmail"),
          texts.get("billingUrl"),
          money(texts.get("balanceUsd")),
          price == null || price.signum() < 0 ? null : price,
          List.copyOf(fields));
    }

    private static @Nullable BigDecimal money(@Nullable String text) {
      try {
        return text == null ? null : new BigDecimal(text);
      } catch (NumberFormatException notANumber) {
        return null;
      }
    }
  }
}
