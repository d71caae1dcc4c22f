package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightJson;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RecordToStringTest {
  @Example
  void toStringMasksSecrets() {
    StopInput stop = StopInput.builder().address("a").city("c").state("OH").zip("45202").build();
    assertThat(
            CreateLoadInput.builder()
                .driverPhone("+13125550142")
                .pickups(stop)
                .deliveries(stop)
                .customerRef("PO-77120")
                .build())
        .asString()
        .contains("driverPhone=***", "PO-77120")
        .doesNotContain("312");
    assertThat(new CreateLoadResult(true, "id", "LD-1", "trk_1", "drv_1", "drv_2", null, null))
        .asString()
        .contains("LD-1")
        .doesNotContain("trk_", "drv_");
    assertThat(new DedupCreateLoadResult(true, "id", "LD-1", "trk_1", "drv_1", null, true))
        .asString()
        .contains("driverAppLink=null")
        .doesNotContain("trk_", "drv_");
    assertThat(TopUpByCardInput.builder().amountUsd(BigDecimal.TEN).cardToken("tok_secret").build())
        .asString()
        .contains("10")
        .doesNotContain("tok_");
  }

  /** An unknown field may be a driver's phone number or link. */
  @Property(tries = 200, seed = "-1333300419")
  void toStringShowsOnlyNamesOfUnknownFields(@ForAll("openRecords") Record any)
      throws ReflectiveOperationException {
    Object builder = any.getClass().getMethod("toBuilder").invoke(any);
    Method put = builder.getClass().getMethod("put", String.class, Object.class);
    put.invoke(builder, "contactPhone", "+13125550199");
    put.invoke(builder, "driver", Map.of("link", "drv_0123"));

    assertThat(builder.getClass().getMethod("build").invoke(builder))
        .asString()
        .startsWith(any.getClass().getSimpleName() + "[")
        .contains("contactPhone", "driver")
        .doesNotContain("+13125550199", "drv_0123");
  }

  @Example
  void etaToStringShowsDescribedValues() {
    Eta eta =
        Eta.builder()
            .put("etaAt", "2026-11-20T19:05:00-05:00")
            .put("remainingMiles", 146)
            .put("speedMph", "call +13125550199")
            .put("contactPhone", "+13125550199")
            .build();
    assertThat(eta)
        .asString()
        .contains("etaAt=2026-11-21T00:05:00Z", "remainingMiles=146.0", "speedMph=null")
        .endsWith("additionalProperties=[etaAt, remainingMiles, speedMph, contactPhone]]")
        .doesNotContain("+13125550199");
  }

  @Provide
  Arbitrary<Record> openRecords() {
    List<Class<?>> open =
        FreightJson.types().stream()
            .filter(Class::isRecord)
            .filter(
                type ->
                    Stream.of(type.getRecordComponents())
                        .anyMatch(part -> part.getName().equals("additionalProperties")))
            .toList();
    assertThat(open).contains(Eta.class, StopInput.class, CreateLoadInput.class);
    return Arbitraries.of(open).flatMap(RecordArbitraries::of);
  }

  @Example
  void nestedRecordsMaskTheirSecrets() {
    StopInput stop =
        StopInput.builder()
            .address("1 Main St")
            .city("Cincinnati")
            .state("OH")
            .zip("45202")
            .put("contactPhone", "+13125550199")
            .build();
    CreateLoadInput order =
        CreateLoadInput.builder()
            .driverPhone("+13125550142")
            .pickups(stop)
            .deliveries(stop)
            .build();
    assertThat(stop + " " + order).contains("Cincinnati", "contactPhone").doesNotContain("+1312");
  }
}
