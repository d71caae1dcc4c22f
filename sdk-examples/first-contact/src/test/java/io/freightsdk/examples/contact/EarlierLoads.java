package io.freightsdk.examples.contact;

import io.freightsdk.FreightClient;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import okio.Buffer;

/** EarlierLoads that were there before the program came. */
record EarlierLoads(AlteredService service) {
  String create() {
    String order = new Orders(Contact.PHONE, () -> "earlier").withoutReference();
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(service.server.baseUrl())
            .agentKey(service.broker.agentKey())
            .build()) {
      CreateLoadInput input =
          FreightJson.read(CreateLoadInput.class, new Buffer().writeUtf8(order));
      return client.createLoad(input).loadNumber();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
