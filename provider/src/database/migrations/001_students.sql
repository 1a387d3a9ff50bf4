CREATE TABLE students (
  matricule text PRIMARY KEY,
  nom text NOT NULL,
  prenom text NOT NULL,
  annee_bac integer NOT NULL,
  num_place text NOT NULL,
  serie text NOT NULL,
  ae text NOT NULL,
  UNIQUE (annee_bac, num_place, serie, ae)
);

-- One row: the enrolment window, as the operator last set it.
CREATE TABLE enrolment_window (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  statut integer NOT NULL,
  message text NOT NULL,
  date_heure timestamptz NOT NULL
);

CREATE TABLE sms_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  phone text NOT NULL,
  text text NOT NULL,
  at timestamptz NOT NULL
);
