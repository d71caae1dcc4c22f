package io.freightsdk.internal.json;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import java.io.IOException;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** Finds the load number in a body that is damaged elsewhere: the load it names is paid for. */
final class LoadNumbers {
  private static final JsonReader.Options NAMES = JsonReader.Options.of("loadNumber");

  private LoadNumbers() {}

  /** The top-level {@code loadNumber}; null when there is none before the damage. */
  static @Nullable String find(Buffer body) {
    JsonReader json = JsonReader.of(body.clone());
    try {
      json.beginObject();
      while (json.hasNext()) {
        boolean found = json.selectName(NAMES) == 0;
        if (found && json.peek() == JsonReader.Token.STRING) {
          return json.nextString();
        }
        if (!found) {
          json.skipName();
        }
        json.skipValue();
      }
    } catch (IOException | JsonDataException damaged) {
      // Nothing readable any more.
    }
    return null;
  }
}
