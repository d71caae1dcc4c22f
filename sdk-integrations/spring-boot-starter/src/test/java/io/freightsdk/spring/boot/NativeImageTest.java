package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.spend.SpendLedger;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The hints of the jar for native images. */
class NativeImageTest {
  @Test
  void nativeImageKeepsEveryResourceOfTheClient() throws IOException {
    RuntimeHints hints = new RuntimeHints();
    new FreightRuntimeHints().registerHints(hints, getClass().getClassLoader());

    assertKeepsScripts(hints, SpendLedger.class.getPackageName() + ".ledger");
    assertKeepsScripts(hints, FreightJobs.class.getPackageName());
    assertThat(
            RuntimeHintsPredicates.resource()
                .forResource(
                    FreightApiDescription.class.getPackageName().replace('.', '/')
                        + "/freight-agent-api.yaml"))
        .accepts(hints);
  }

  private static void assertKeepsScripts(RuntimeHints hints, String folder) throws IOException {
    String root = folder.replace('.', '/');
    Resource[] scripts =
        new PathMatchingResourcePatternResolver().getResources("classpath*:" + root + "/**/*.sql");
    assertThat(scripts).isNotEmpty();
    for (Resource script : scripts) {
      String url = script.getURL().toString();
      String path = url.substring(url.lastIndexOf(root));
      assertThat(RuntimeHintsPredicates.resource().forResource(path)).accepts(hints);
    }
  }
}
