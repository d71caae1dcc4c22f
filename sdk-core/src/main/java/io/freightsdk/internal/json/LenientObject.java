package io.freightsdk.internal.json;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import io.freightsdk.model.internal.ValueReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object before its first fault, if it has one. Not a record, because they
 * may be secrets.
 */
public final class LenientObject {
  private final Map<String, @Nullable Object> members = new HashMap<>();
  private boolean isWhole;

  private LenientObject() {}

  /**
   * Reads the members before the first fault; none if the text is not a JSON object. The text is
   * not consumed.
   *
   * @param isWanted selects members by their names; others are skipped
   */
  public static LenientObject read(Buffer text, Predicate<String> isWanted) {
    LenientObject object = new LenientObject();
    JsonReader json = JsonReader.of(text.clone());
    try {
      json.beginObject();
      while (json.hasNext()) {
        String name = json.nextName();
        if (isWanted.test(name)) {
          object.members.put(name, ValueReader.any(json));
        } else {
          json.skipValue();
        }
      }
      json.endObject();
      object.isWhole = json.peek() == JsonReader.Token.END_DOCUMENT;
    } catch (IOException | JsonDataException damaged) {
      // The members before the fault still help people, but prove nothing.
    }
    return object;
  }

  /** Whether the text is one JSON object that was read to its end. */
  public boolean isWhole() {
    return isWhole;
  }

  /** The value, see {@link ValueReader#any}; null for none. */
  public @Nullable Object get(String member) {
    return members.get(member);
  }

  /** The value if it is a text; otherwise null. */
  public @Nullable String text(String member) {
    return get(member) instanceof String text ? text : null;
  }
}
