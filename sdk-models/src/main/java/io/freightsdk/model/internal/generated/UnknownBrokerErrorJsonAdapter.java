package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.UnknownBrokerError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import java.io.IOException;

/** Reads and writes {@link UnknownBrokerError}. */
public final class UnknownBrokerErrorJsonAdapter extends ModelJsonAdapter<UnknownBrokerError> {
  public static final UnknownBrokerErrorJsonAdapter INSTANCE = new UnknownBrokerErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "error",
      "code",
      "brokerEmail");

  private UnknownBrokerErrorJsonAdapter() {}

  @Override
  public UnknownBrokerError read(JsonReader in) throws IOException {
    String error = null;
    String code = null;
    String brokerEmail = null;
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> error = ReadValue.string(in);
        case 1 -> code = ReadValue.string(in);
        case 2 -> brokerEmail = ReadValue.stringOrNull(in);
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    if (error == null) throw ReadValue.missing(in, "error");
    if (code == null) throw ReadValue.missing(in, "code");
    return new UnknownBrokerError(error, code, brokerEmail);
  }

  @Override
  public void write(JsonWriter out, UnknownBrokerError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.value(value.error());
    out.name("code");
    out.value(value.code());
    if (value.brokerEmail() != null) {
      out.name("brokerEmail");
      out.value(value.brokerEmail());
    }
    out.endObject();
  }
}
