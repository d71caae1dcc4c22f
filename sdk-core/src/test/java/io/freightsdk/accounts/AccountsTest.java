package io.freightsdk.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.testing.World;
import java.util.Iterator;
import java.util.List;
import okio.ByteString;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which broker account a client has, and what its text says. */
class AccountsTest {
  private static final String ADDRESS = "https://freight.test";
  private static final String OTHER_ADDRESS = "https://other.test";
  private static final String EAST = "agentkey-of-the-east-0001";
  private static final String WEST = "agentkey-of-the-west-0001";

  @AutoClose private final World world = new World();

  private FreightClient.Builder at(String address) {
    return world.builder().baseUrl(address).agentKey(EAST);
  }

  private String accountOf(FreightClient.Builder builder) {
    return world.client(builder).accountId();
  }

  private static String digest(String text, int chars) {
    return ByteString.encodeUtf8(text).sha256().hex().substring(0, chars);
  }

  @Test
  void anAccountIsADigestOfTheAddressAndTheKey() {
    assertThat(accountOf(at(ADDRESS)))
        .isEqualTo(digest(ADDRESS, 8) + "-" + digest(ADDRESS + "\n" + EAST, 16))
        .isNotEqualTo(accountOf(at(ADDRESS).agentKey(WEST)))
        .isNotEqualTo(accountOf(at(OTHER_ADDRESS)));
  }

  @Test
  void anAccountWithANameIsADigestOfTheAddressAndTheName() {
    assertThat(accountOf(at(ADDRESS).account("acme")))
        .isEqualTo(digest(ADDRESS, 8) + "." + digest(ADDRESS + "\nacme", 16))
        .isNotEqualTo(accountOf(at(ADDRESS).account("Acme")))
        .isNotEqualTo(accountOf(at(ADDRESS).agentKey("acme")));
  }

  /** The same requests go out, so one process may have it and another not. */
  @Test
  void aSlashAtTheEndOfTheAddressMakesNoOtherAccount() {
    assertThat(accountOf(at(ADDRESS + "/gateway/"))).isEqualTo(accountOf(at(ADDRESS + "/gateway")));
  }

  @Test
  void anotherBrokersClientDoesNotInheritTheName() {
    FreightClient east = world.client(at(ADDRESS).account("east"));
    try (FreightClient west = east.withAgentKey(WEST, null);
        FreightClient named = east.withAgentKey(WEST, null, "west");
        FreightClient likeEast = east.withAgentKey(WEST, null, "east")) {
      assertThat(west.accountId()).isEqualTo(accountOf(at(ADDRESS).agentKey(WEST)));
      assertThat(named.accountId()).isEqualTo(accountOf(at(ADDRESS).account("west")));
      assertThat(likeEast.accountId()).isEqualTo(east.accountId());
    }
  }

  @Test
  void theAccountIsThatOfTheKeyThatTheSupplierGivesNow() {
    Iterator<String> keys = List.of(EAST, WEST, EAST).iterator();
    FreightClient client = world.client(at(ADDRESS).agentKey(keys::next));
    String east = accountOf(at(ADDRESS));

    assertThat(client.accountId()).isEqualTo(east);
    assertThat(client.accountId()).isEqualTo(accountOf(at(ADDRESS).agentKey(WEST)));
    assertThat(client.accountId()).isEqualTo(east);
  }

  @Test
  void aSupplierThatThrowsGivesNoAccountUnlessItHasAName() {
    FreightClient.Builder sealed =
        at(ADDRESS)
            .agentKey(
                () -> {
                  throw new IllegalStateException("sealed");
                });
    FreightClient unnamed = world.client(sealed);
    assertThatThrownBy(unnamed::accountId).isExactlyInstanceOf(IllegalStateException.class);

    assertThat(accountOf(sealed.account("acme"))).isEqualTo(accountOf(at(ADDRESS).account("acme")));
  }

  @Test
  void aKeyThatCannotBeSentGivesNoAccountAndIsNotShown() {
    FreightClient client = world.client(at(ADDRESS).agentKey(() -> "secret\nX-Evil: 1"));
    assertThatThrownBy(client::accountId)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t"})
  void aBlankNameIsRefused(String name) {
    assertThatThrownBy(() -> at(ADDRESS).account(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("account: must not be blank; set a text, or leave it out");
  }

  @Test
  void aNameHasAtMost255Characters() {
    assertThat(accountOf(at(ADDRESS).account("a".repeat(255)))).hasSize(25);
    assertThatThrownBy(() -> at(ADDRESS).account("a".repeat(256)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("account: must have at most 255 characters, got 256; shorten it");
    FreightClient client = world.client(at(ADDRESS));
    assertThatThrownBy(() -> client.withAgentKey(WEST, null, " "))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
