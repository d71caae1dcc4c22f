package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.InsufficientFundsError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import java.io.IOException;
import java.math.BigDecimal;

/** Reads and writes {@link InsufficientFundsError}. */
public final class InsufficientFundsErrorJsonAdapter extends ModelJsonAdapter<InsufficientFundsError> {
  public static final InsufficientFundsErrorJsonAdapter INSTANCE = new InsufficientFundsErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "error",
      "code",
      "balanceUsd",
      "priceUsd",
      "billingUrl");

  private InsufficientFundsErrorJsonAdapter() {}

  @Override
  public InsufficientFundsError read(JsonReader in) throws IOException {
    String error = null;
    String code = null;
    BigDecimal balanceUsd = null;
    BigDecimal priceUsd = null;
    String billingUrl = null;
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> error = ReadValue.string(in);
        case 1 -> code = ReadValue.string(in);
        case 2 -> balanceUsd = ReadValue.moneyOrNull(in);
        case 3 -> priceUsd = ReadValue.moneyOrNull(in);
        case 4 -> billingUrl = ReadValue.stringOrNull(in);
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    if (error == null) throw ReadValue.missing(in, "error");
    if (code == null) throw ReadValue.missing(in, "code");
    return new InsufficientFundsError(
        error,
        code,
        balanceUsd,
        priceUsd,
        billingUrl);
  }

  @Override
  public void write(JsonWriter out, InsufficientFundsError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.value(value.error());
    out.name("code");
    out.value(value.code());
    if (value.balanceUsd() != null) {
      out.name("balanceUsd");
      out.value(value.balanceUsd());
    }
    if (value.priceUsd() != null) {
      out.name("priceUsd");
      out.value(value.priceUsd());
    }
    if (value.billingUrl() != null) {
      out.name("billingUrl");
      out.value(value.billingUrl());
    }
    out.endObject();
  }
}
