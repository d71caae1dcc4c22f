package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.UnknownBrokerError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;

/** Reads and writes {@link UnknownBrokerError} in one pass over its tokens. */
public final class UnknownBrokerErrorJsonAdapter extends ModelJsonAdapter<UnknownBrokerError> {
  public static final UnknownBrokerErrorJsonAdapter INSTANCE = new UnknownBrokerErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("error", "code", "brokerEmail");

  private UnknownBrokerErrorJsonAdapter() {}

  @Override
  public UnknownBrokerError read(TokenReader in) throws IOException {
    String error = null;
    String code = null;
    String brokerEmail = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> error = in.string();
        case 1 -> code = in.string();
        case 2 -> brokerEmail = in.stringOrNull();
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (error == null) throw in.missing("error");
    if (code == null) throw in.missing("code");
    return new UnknownBrokerError(error, code, brokerEmail);
  }

  @Override
  public void write(TokenWriter out, UnknownBrokerError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.string(value.error());
    out.name("code");
    out.string(value.code());
    if (value.brokerEmail() != null) {
      out.name("brokerEmail");
      out.string(value.brokerEmail());
    }
    out.endObject();
  }
}
