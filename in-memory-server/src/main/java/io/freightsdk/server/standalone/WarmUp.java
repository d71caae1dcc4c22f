package io.freightsdk.server.standalone;

import io.freightsdk.model.Balance;
import io.freightsdk.model.FreightJson;
import io.freightsdk.server.http.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import okio.Buffer;

/**
 * Loads the classes that the first answer needs, above all for JSON, on a second core while the
 * first core starts the server. It ends by itself.
 */
final class WarmUp implements Runnable {
  private WarmUp() {}

  static void begin() {
    Thread thread = new Thread(new WarmUp(), "freight-server-warm-up");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    JsonText.write(JsonText.object());
    try {
      FreightJson.adapter(Balance.class)
          .toJson(
              new Buffer(), Balance.builder().balanceUsd(BigDecimal.ONE).currency("USD").build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
