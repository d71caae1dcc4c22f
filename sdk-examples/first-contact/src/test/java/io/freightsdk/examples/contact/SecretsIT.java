package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.contact.AlteredService.Asked;
import io.freightsdk.examples.contact.AlteredService.Told;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * A service that echoes the key, the phone, links and tokens, in odd spellings, wherever it may:
 * the file has none of them.
 */
class SecretsIT {
  /** Of letters alone, so that it could be the name of a member. */
  private static final String KEY = "fak_QuokkaJumblyWizard";

  /** As many letters and digits in a row are no accident. */
  private static final int A_PART = 7;

  @AutoClose private final AlteredService service = new AlteredService(KEY);
  @TempDir private Path folder;
  private final List<String> links = new ArrayList<>();
  private int next;

  /** Where a service may echo what it got. */
  enum Where {
    ERRORS {
      @Override
      boolean isEchoed(Asked asked, Told told) {
        return told.status() >= 400;
      }
    },
    POSITIONS {
      @Override
      boolean isEchoed(Asked asked, Told told) {
        return asked.method().equals("GET") && asked.path().contains("/loads/");
      }
    },
    LOADS {
      @Override
      boolean isEchoed(Asked asked, Told told) {
        return asked.isCreation(5);
      }
    },
    PRICES {
      @Override
      boolean isEchoed(Asked asked, Told told) {
        return asked.isPricing(1);
      }
    };

    abstract boolean isEchoed(Asked asked, Told told);
  }

  @ParameterizedTest
  @EnumSource
  void standNowhereInTheFile(Where where) {
    service.alter(asked -> echoed(where, asked));

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.sentences("broken", "otherwise")).as(contact.terminal()).isNotEmpty();
    List<String> secrets = secrets();
    assertThat(secrets).hasSizeGreaterThan(where == Where.PRICES ? 2 : 4);
    String file = bare(contact.file());
    for (String secret : secrets) {
      assertThat(contact.terminal()).doesNotContain(secret);
      assertThat(file).as(secret).doesNotContain(bare(secret));
      // Of a link, only its token is a secret in each of its parts.
      String bare = links.contains(secret) ? "" : bare(secret);
      for (int i = 0; i + A_PART <= bare.length(); i++) {
        String part = bare.substring(i, i + A_PART);
        assertThat(file).as(secret).doesNotContain(part);
        assertThat(file).as(secret).doesNotContain(new StringBuilder(part).reverse());
      }
    }
  }

  @Test
  void aPriceThatSpellsThePhoneIsCutShort() {
    service.alter(
        asked ->
            asked.isPricing(1)
                ? service
                    .forward(asked)
                    .json(body -> ((ObjectNode) body.get("prices")).put("load_create", 31255501.42))
                : service.forward(asked));

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.row("A creation is answered").seen()).contains("it may take 3125550000");
    assertThat(contact.file()).doesNotContain("3125550142", "5550142");
  }

  @Test
  void aBalanceThatMovesByThePhoneIsCutShort() {
    service.alter(
        asked -> {
          if (asked.isCreation(1)) service.take("31255501.42");
          return service.forward(asked);
        });

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.file()).contains("3125550000 cents were taken");
    assertThat(contact.file()).doesNotContain("31255502", "31255501", "5550142", "5550207");
  }

  /** Of a service that names its members after the pieces, with a letter before and after each. */
  @Test
  void aKeyThatIsSplitOverSeveralNamesIsNotPutTogether() {
    service.alter(
        asked ->
            asked.isPricing(1)
                ? service
                    .forward(asked)
                    .json(
                        body -> {
                          for (int i = 0; i < KEY.length(); i += 4) {
                            body.put(
                                "z" + KEY.substring(i, Math.min(i + 4, KEY.length())) + "z", i);
                            body.put(KEY.substring(i, Math.min(i + 2, KEY.length())), i);
                          }
                        })
                : service.forward(asked));

    Contact contact = Contact.with(service, folder);

    assertThat(contact.row("The price list has").result()).isEqualTo("otherwise");
    for (int i = 0; i + 4 <= KEY.length(); i += 4) {
      assertThat(contact.file()).doesNotContain("z" + KEY.substring(i, i + 4) + "z");
      assertThat(contact.file()).doesNotContain("`" + KEY.substring(i, i + 2) + "`");
    }
  }

  private static String bare(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  private Told echoed(Where where, Asked asked) {
    Told told = service.forward(asked);
    if (!told.body().startsWith("{")) return told;
    for (String member : List.of("trackingLink", "driverWebLink", "driverAppLink")) {
      JsonNode link = AlteredService.JSON.readTree(told.body()).get(member);
      if (link != null) links.add(link.stringValue());
    }
    if (!where.isEchoed(asked, told)) return told;
    return told.with("x-echo-" + spelled().replaceAll("[^A-Za-z]", "q"), KEY)
        .with("content-type", "application/json; note=" + KEY)
        .json(this::plant);
  }

  private void plant(ObjectNode object) {
    for (Map.Entry<String, JsonNode> member : List.copyOf(object.properties())) {
      if (member.getValue() instanceof ObjectNode inner) plant(inner);
      if (member.getValue() instanceof ArrayNode array) plant(array);
      boolean isText = member.getValue() instanceof StringNode;
      if (isText) object.put(member.getKey(), spelled());
    }
    for (int i = 0; i < 12; i++) object.put(spelled(), spelled());
    object.putObject(spelled()).put(spelled(), 1);
  }

  private void plant(ArrayNode array) {
    for (JsonNode item : array) if (item instanceof ObjectNode inner) plant(inner);
    array.add(spelled());
  }

  /** One of the secrets, in one of the spellings. */
  private String spelled() {
    List<String> secrets = secrets();
    String secret = secrets.get(next % secrets.size());
    int spelling = next++ / secrets.size() % 9;
    return switch (spelling) {
      case 0 -> secret;
      case 1 -> secret.toUpperCase(Locale.ROOT);
      case 2 -> new StringBuilder(secret).reverse().toString();
      case 3 -> secret.chars().mapToObj(Character::toString).collect(Collectors.joining("_"));
      case 4 ->
          Base64.getEncoder()
              .withoutPadding()
              .encodeToString(secret.getBytes(StandardCharsets.UTF_8));
      case 5 -> secret.replaceAll("[^A-Za-z0-9]", "");
      case 6 -> secret.substring(secret.length() / 2);
      case 7 -> secret.replaceAll("(.)", "$1-");
      default -> "your_" + secret.replaceAll("[0-9]", "") + "_was";
    };
  }

  private List<String> secrets() {
    List<String> secrets = new ArrayList<>(List.of(KEY, Contact.PHONE, "3125550142"));
    for (String link : links) {
      secrets.add(link);
      secrets.add(link.substring(link.lastIndexOf('/') + 1));
    }
    return secrets.stream().distinct().toList();
  }
}
