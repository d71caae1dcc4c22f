package io.freightsdk.examples.contact;

/**
 * The orders of one run. A text message goes to nobody but the developer: each order, also a wrong
 * one, names his phone, except the one whose phone is a word. The stops are public places.
 *
 * @param run is in references and keys, so that no other run has them
 */
record Orders(String phone, String run) {
  private static final String ORDER =
      """
      {"driverPhone": "PHONE", "shipperName": "First contact, a test",REFERENCE
       "pickups": [{"address": "1301 Western Ave", "city": "Cincinnati", "state": "OH",
                    "zip": "45203"}],
       "deliveries": [{"address": "202 Gists Creek Rd", "city": "Sevierville", "state": "TN",
                       "zip": "37876"}]}""";

  /** A key of this run, by its name. */
  String key(String name) {
    return run + "-" + name;
  }

  /** The order with the reference. */
  String first() {
    return withReference("first-contact/" + run);
  }

  /** The same with blanks around the reference. */
  String withBlanks() {
    return withReference("  first-contact/" + run + " ");
  }

  /** Another order: under the first one's key it is no repeat. */
  String other() {
    return withReference("first-contact/" + run + "/b");
  }

  private String withReference(String reference) {
    return order(phone, "\"customerRef\": \"" + reference + "\",");
  }

  /** An order that is found by its key alone. */
  String withoutReference() {
    return order(phone, "");
  }

  /** Without deliveries, and without the ZIP code of its pickup. */
  String withMissingFields() {
    return withoutReference().replace("deliveries", "drops").replace("zip", "postcode");
  }

  /** Its phone is a word. */
  String withWrongPhone() {
    return order("nobody", "");
  }

  private static String order(String phone, String reference) {
    return ORDER.replace("PHONE", phone).replace("REFERENCE", reference);
  }

  /** Without the phone. */
  @Override
  public String toString() {
    return "Orders[" + run + "]";
  }
}
