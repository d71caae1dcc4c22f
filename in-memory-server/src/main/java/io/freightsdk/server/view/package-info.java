/**
 * What users see of a server: entries of a ledger, requests, text messages, explained fixes, and
 * its clock. They are below the facade because every layer creates or uses them.
 */
@NullMarked
package io.freightsdk.server.view;

import org.jspecify.annotations.NullMarked;
